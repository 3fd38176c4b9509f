import { statement } from '#platform/server/db/database.ts';
import type { GatewayName, PaymentState } from '#features/payments/shared/contract.ts';

export interface Payment {
  paymentId: string;
  affiliateId: number;
  purpose: string;
  /** Data the feature needs once the payment is made. */
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
  gateway: GatewayName;
  pageId: string | null;
  pageUrl: string | null;
  chargeId: string | null;
  /** The sum of completed and pending refunds. */
  refundedMinor: number;
}

const columns = `payment_id as "paymentId", affiliate_id as "affiliateId", purpose, reference,
  amount_minor as "amountMinor", currency, description, state, return_path as "returnPath",
  is_card_kept as "isCardKept", method, hint, expires_at as "expiresAt", gateway, page_id as "pageId",
  page_url as "pageUrl", charge_id as "chargeId", refunded_minor as "refundedMinor"`;

/** Returns no row if a payment with that key exists. */
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
    gateway: GatewayName,
  ]
>(`
  insert into payment (affiliate_id, key, purpose, reference, amount_minor, currency, description, return_path,
    is_card_kept, method, hint, created_at, asked_at, expires_at, gateway)
  values ($1, $2, $3, $4::jsonb, $5, $6, $7, $8, $9, $10, $11, $12, $12, $13, $14)
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
  [
    paymentId: string,
    state: PaymentState,
    method: string | null,
    hint: string | null,
    chargeId: string | null,
    now: Date,
  ]
>(`
  update payment set state = $2, method = $3, hint = $4, charge_id = $5, settled_at = $6
  where payment_id = $1 returning ${columns}`);

/** Reopens an unpaid payment with a new expiry. An open page is kept, because it may be paid at any moment. */
export const reopenPayment = statement<unknown, [paymentId: string, expiresAt: Date, gateway: GatewayName]>(`
  update payment set state = 'open', method = null, hint = null, settled_at = null, expires_at = $2, gateway = $3,
    page_id = case when state = 'open' and gateway = $3 then page_id end,
    page_url = case when state = 'open' and gateway = $3 then page_url end
  where payment_id = $1 and state in ('open', 'declined', 'expired')`);

/** Returns the number of the page about to be opened, or no row if one is open. */
export const claimPage = statement<{ pagesOpened: number }, [paymentId: string]>(`
  update payment set pages_opened = pages_opened + 1
  where payment_id = $1 and state = 'open' and method is null and page_id is null
  returning pages_opened as "pagesOpened"`);
/** Only the first of several concurrent pages is saved and shown. */
export const savePage = statement<Payment, [paymentId: string, pageId: string, pageUrl: string, now: Date]>(`
  update payment set page_id = $2, page_url = $3, asked_at = $4
  where payment_id = $1 and state = 'open' and page_id is null returning ${columns}`);
/** Called when the page can no longer be paid, so another one can be opened. */
export const clearPage = statement<Payment, [paymentId: string]>(`
  update payment set page_id = null, page_url = null where payment_id = $1 returning ${columns}`);

/**
 * Expires payments that were never opened. Opened pages are checked with the payment service instead, because they may
 * have been paid at the last moment.
 */
export const expireUnopened = statement<unknown, [now: Date]>(`
  update payment set state = 'expired', settled_at = $1
  where payment_id in (
    select payment_id from payment
    where state = 'open' and method is null and page_id is null and expires_at <= $1
    limit 1000 for update skip locked
  )`);

/** Unfinished charges and opened pages, least recently checked first. */
export const listUnsettled = statement<{ paymentId: string }, [gateway: GatewayName, before: Date]>(`
  select payment_id as "paymentId" from payment
  where state = 'open' and gateway = $1 and (method is not null or page_id is not null) and asked_at <= $2
  order by asked_at limit 500`);
export const recordStatusCheck = statement<unknown, [paymentId: string, now: Date]>(
  'update payment set asked_at = $2 where payment_id = $1',
);

export const findUnsettledCharge = statement<{ paymentId: string }, [affiliateId: number, purpose: string]>(`
  select payment_id as "paymentId" from payment
  where affiliate_id = $1 and purpose = $2 and state = 'open' and method is not null`);

export const findEmail = statement<{ email: string | null }, [affiliateId: number]>(
  'select email from person where affiliate_id = $1',
);
