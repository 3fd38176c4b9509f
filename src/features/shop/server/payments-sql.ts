import { statement } from '../../../platform/server/db.ts';
import type { PaymentState } from '../shared/payment-contract.ts';

export interface Payment {
  paymentId: string;
  affiliateId: number;
  purpose: string;
  /** What the area needs to know once it is paid. */
  reference: Record<string, unknown>;
  amountMinor: number;
  currency: string;
  description: string;
  state: PaymentState;
  returnPath: string;
  isCardKept: boolean;
  method: string | null;
  hint: string | null;
  expiresAt: Date;
}

const columns = `payment_id as "paymentId", affiliate_id as "affiliateId", purpose, reference,
  amount_minor as "amountMinor", currency, description, state, return_path as "returnPath",
  is_card_kept as "isCardKept", method, hint, expires_at as "expiresAt"`;

/** Nothing where there is one with that key. */
export const insertPayment = statement<
  Payment,
  [
    affiliateId: number,
    key: string,
    purpose: string,
    reference: string,
    amountMinor: number,
    currency: string,
    description: string,
    returnPath: string,
    isCardKept: boolean,
    method: string | null,
    hint: string | null,
    now: Date,
    expiresAt: Date,
  ]
>(`
  insert into payment (affiliate_id, key, purpose, reference, amount_minor, currency, description, return_path,
    is_card_kept, method, hint, created_at, expires_at)
  values ($1, $2, $3, $4::jsonb, $5, $6, $7, $8, $9, $10, $11, $12, $13)
  on conflict (affiliate_id, key) do nothing returning ${columns}`);

export const findByKey = statement<Payment, [affiliateId: number, key: string]>(
  `select ${columns} from payment where affiliate_id = $1 and key = $2`,
);
export const findPayment = statement<Payment, [paymentId: string]>(
  `select ${columns} from payment where payment_id = $1`,
);
export const lockPayment = statement<Payment, [paymentId: string]>(
  `select ${columns} from payment where payment_id = $1 for update`,
);

export const settlePayment = statement<
  Payment,
  [paymentId: string, state: PaymentState, method: string | null, hint: string | null, now: Date]
>(`
  update payment set state = $2, method = $3, hint = $4, settled_at = $5 where payment_id = $1 returning ${columns}`);

/** Whoever comes back to what they did not pay in time, or could not, has time again. */
export const reopenPayment = statement<unknown, [paymentId: string, expiresAt: Date]>(`
  update payment set state = 'open', method = null, hint = null, settled_at = null, expires_at = $2
  where payment_id = $1 and state <> 'paid'`);

export const expirePayments = statement<unknown, [now: Date]>(`
  update payment set state = 'expired', settled_at = $1
  where payment_id in (
    select payment_id from payment where state = 'open' and method is null and expires_at <= $1
    limit 1000 for update skip locked
  )`);

/** Charges that somebody began and nobody finished. */
export const listUnfinished = statement<{ paymentId: string; purpose: string }, [before: Date]>(`
  select payment_id as "paymentId", purpose from payment
  where state = 'open' and method is not null and created_at <= $1 order by created_at limit 500`);

export const findUnfinished = statement<{ paymentId: string }, [affiliateId: number, purpose: string]>(`
  select payment_id as "paymentId" from payment
  where affiliate_id = $1 and purpose = $2 and state = 'open' and method is not null`);
