import type { TransactionContext } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Refund } from './refund-queries.ts';
import type { Payment } from './queries.ts';

export type OperationContext = Omit<TransactionContext, 'db'>;

/**
 * A feature's handlers for its payments, called exactly once in the transaction that settles a payment. While a payment
 * is open, its row is locked before the feature's rows; once it is paid, after them.
 */
export interface PaymentPurpose {
  /**
   * Returns false without changes if the purchase is no longer available or its price changed; the money is then
   * returned.
   */
  paid(ctx: TransactionContext, payment: Payment): Promise<boolean>;
  /**
   * Whether the purchase is still available. Otherwise no payment page is opened, and a payment made anyway is
   * returned.
   */
  isAvailable?(db: Db, payment: Payment): Promise<boolean>;
  /** Called when charging a stored card fails. On the payment page people see the decline themselves. */
  declined(ctx: TransactionContext, payment: Payment): Promise<void>;
  /** Called after the money was sent back. The payment's row is not locked. */
  refunded?(ctx: TransactionContext, payment: Payment, refund: Refund): Promise<void>;
  /**
   * Called when the payment service rejects an open refund or a bank returns a completed one: the refund is undone.
   * Returns whether a revoked purchase was restored.
   */
  refundRejected?(ctx: TransactionContext, payment: Payment, refund: Refund): Promise<boolean>;
  /** The desk page for the payment; defaults to the person's page. */
  deskPath?(payment: Payment): string;
}
export type PaymentPurposes = Readonly<Record<string, PaymentPurpose>>;

export function getPurpose(purposes: PaymentPurposes, { purpose }: Pick<Payment, 'purpose'>): PaymentPurpose {
  const known = purposes[purpose];
  if (known === undefined) throw new Error(`unknown payment purpose: ${purpose}`);
  return known;
}

export async function isStillAvailable(purposes: PaymentPurposes, db: Db, payment: Payment): Promise<boolean> {
  return (await purposes[payment.purpose]?.isAvailable?.(db, payment)) ?? true;
}
