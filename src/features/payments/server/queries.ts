import { statement } from '#platform/server/db/database.ts';
import type { GatewayName, PaymentState } from '#features/payments/shared/contract.ts';

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
  gateway: GatewayName;
  pageId: string | null;
  pageUrl: string | null;
  chargeId: string | null;
  /** What goes back, or has gone. */
  refundedMinor: number;
}

const columns = `payment_id as "paymentId", affiliate_id as "affiliateId", purpose, reference,
  amount_minor as "amountMinor", currency, description, state, return_path as "returnPath",
  is_card_kept as "isCardKept", method, hint, expires_at as "expiresAt", gateway, page_id as "pageId",
  page_url as "pageUrl", charge_id as "chargeId", refunded_minor as "refundedMinor"`;

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

/**
 * Whoever comes back to what they did not pay in time, or could not, has time again. A page that is open stays the one:
 * it may be paid at any moment.
 */
export const reopenPayment = statement<unknown, [paymentId: string, expiresAt: Date, gateway: GatewayName]>(`
  update payment set state = 'open', method = null, hint = null, settled_at = null, expires_at = $2, gateway = $3,
    page_id = case when state = 'open' and gateway = $3 then page_id end,
    page_url = case when state = 'open' and gateway = $3 then page_url end
  where payment_id = $1 and state in ('open', 'declined', 'expired')`);

/** The number of a page that somebody is about to ask for; nothing where there is one. */
export const claimPage = statement<{ pagesOpened: number }, [paymentId: string]>(`
  update payment set pages_opened = pages_opened + 1
  where payment_id = $1 and state = 'open' and method is null and page_id is null
  returning pages_opened as "pagesOpened"`);
/** Of many that were asked for at the same moment the first is shown, and no other. */
export const savePage = statement<Payment, [paymentId: string, pageId: string, pageUrl: string, now: Date]>(`
  update payment set page_id = $2, page_url = $3, asked_at = $4
  where payment_id = $1 and state = 'open' and page_id is null returning ${columns}`);
/** It cannot be paid any more, and another may be opened. */
export const clearPage = statement<Payment, [paymentId: string]>(`
  update payment set page_id = null, page_url = null where payment_id = $1 returning ${columns}`);

/** What nobody has even opened. Whether a page was paid at the last moment, its payment service is asked. */
export const expireUnopened = statement<unknown, [now: Date]>(`
  update payment set state = 'expired', settled_at = $1
  where payment_id in (
    select payment_id from payment
    where state = 'open' and method is null and page_id is null and expires_at <= $1
    limit 1000 for update skip locked
  )`);

/** Charges that somebody began and nobody finished, and pages that were opened, those first that were long not asked. */
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
