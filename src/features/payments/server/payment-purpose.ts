import type { Context } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Refund } from './refund-queries.ts';
import type { Payment } from './queries.ts';

export type TransactionContext = Pick<Context, 'services' | 'db' | 'correlationId' | 'now'>;
export type OperationContext = Omit<TransactionContext, 'db'>;

/**
 * What an area does about its payments, in the transaction that settles one, exactly once. While a payment is open its
 * row is locked before any of the area's own; once it is paid, after them.
 */
export interface PaymentPurpose {
  /** False when it can no longer be had, or costs something else by now, and nothing was done: the money goes back. */
  paid(doing: TransactionContext, payment: Payment): Promise<boolean>;
  /** Whether it can still be had: nobody is sent to pay for what is over. What is paid nevertheless goes back. */
  isWanted?(db: Db, payment: Payment): Promise<boolean>;
  /** A kept card that was charged; on the page people see it themselves. */
  declined(doing: TransactionContext, payment: Payment): Promise<void>;
  /** Money has gone back. The payment's row is not locked. */
  refunded?(doing: TransactionContext, payment: Payment, refund: Refund): Promise<void>;
  /**
   * The payment service does not return what was open, or a bank sent back what was done: it is as if nobody had wanted
   * it back. Whether something that was taken for it is theirs again.
   */
  refundRefused?(doing: TransactionContext, payment: Payment, refund: Refund): Promise<boolean>;
  /** Where the desk sees to its payments, if not with the person. */
  deskPath?(payment: Payment): string;
}
export type PaymentPurposes = Readonly<Record<string, PaymentPurpose>>;

export function getPurpose(purposes: PaymentPurposes, { purpose }: Pick<Payment, 'purpose'>): PaymentPurpose {
  const known = purposes[purpose];
  if (known === undefined) throw new Error(`nobody knows what a payment for ${purpose} is`);
  return known;
}

export async function isStillWanted(purposes: PaymentPurposes, db: Db, payment: Payment): Promise<boolean> {
  return (await purposes[payment.purpose]?.isWanted?.(db, payment)) ?? true;
}
