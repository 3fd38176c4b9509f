import { query, toJson, type Params, type Row } from '#platform/server/db/query.ts';
import type { GatewayName, PaymentState } from '#features/payments/shared/contract.ts';

/** `refundedMinor` is the sum of completed and pending refunds. */
const columns = [
  'payment_id as paymentId',
  'affiliate_id as affiliateId',
  'purpose',
  'reference',
  'amount_minor as amountMinor',
  'currency',
  'description',
  'state',
  'return_path as returnPath',
  'is_card_kept as isCardKept',
  'method',
  'hint',
  'expires_at as expiresAt',
  'gateway',
  'page_id as pageId',
  'page_url as pageUrl',
  'charge_id as chargeId',
  'refunded_minor as refundedMinor',
] as const;

export interface NewPayment {
  affiliateId: number;
  key: string;
  purpose: string;
  reference: Record<string, unknown>;
  amountMinor: number;
  currency: string;
  description: string;
  returnPath: string;
  isCardKept: boolean;
  method: string | null;
  hint: string | null;
  now: Date;
  expiresAt: Date;
  gateway: GatewayName;
}

/** Returns no row if a payment with that key exists. */
export const insertPayment = query((db, p: Params<NewPayment>) =>
  db
    .insertInto('payment')
    .values({
      affiliate_id: p.affiliateId,
      key: p.key,
      purpose: p.purpose,
      reference: toJson(p.reference),
      amount_minor: p.amountMinor,
      currency: p.currency,
      description: p.description,
      return_path: p.returnPath,
      is_card_kept: p.isCardKept,
      method: p.method,
      hint: p.hint,
      created_at: p.now,
      asked_at: p.now,
      expires_at: p.expiresAt,
      gateway: p.gateway,
    })
    .onConflict((conflict) => conflict.columns(['affiliate_id', 'key']).doNothing())
    .returning(columns),
);

export const findByKey = query((db, p: Params<{ affiliateId: number; key: string }>) =>
  db.selectFrom('payment').select(columns).where('affiliate_id', '=', p.affiliateId).where('key', '=', p.key),
);

export const findPayment = query((db, p: Params<{ paymentId: string }>) =>
  db.selectFrom('payment').select(columns).where('payment_id', '=', p.paymentId),
);

export type Payment = Row<typeof findPayment>;

export const lockPayment = query((db, p: Params<{ paymentId: string }>) =>
  db.selectFrom('payment').select(columns).where('payment_id', '=', p.paymentId).forNoKeyUpdate(),
);

interface Settlement {
  paymentId: string;
  state: PaymentState;
  method: string | null;
  hint: string | null;
  chargeId: string | null;
  now: Date;
}

export const updateSettlement = query((db, p: Params<Settlement>) =>
  db
    .updateTable('payment')
    .set({ state: p.state, method: p.method, hint: p.hint, charge_id: p.chargeId, settled_at: p.now })
    .where('payment_id', '=', p.paymentId)
    .returning(columns),
);

/** Reopens an unpaid payment with a new expiry. An open page is kept, because it may be paid at any moment. */
export const reopenPayment = query((db, p: Params<{ paymentId: string; expiresAt: Date; gateway: GatewayName }>) =>
  db
    .updateTable('payment')
    .set((eb) => {
      const isPageOpen = eb('state', '=', 'open').and('gateway', '=', p.gateway);
      return {
        state: 'open',
        method: null,
        hint: null,
        settled_at: null,
        expires_at: p.expiresAt,
        gateway: p.gateway,
        page_id: eb.case().when(isPageOpen).then(eb.ref('page_id')).end(),
        page_url: eb.case().when(isPageOpen).then(eb.ref('page_url')).end(),
      };
    })
    .where('payment_id', '=', p.paymentId)
    .where('state', 'in', ['open', 'declined', 'expired']),
);

/** Returns the number of the page about to be opened, or no row if one is open. */
export const claimPage = query((db, p: Params<{ paymentId: string }>) =>
  db
    .updateTable('payment')
    .set((eb) => ({ pages_opened: eb('pages_opened', '+', 1) }))
    .where('payment_id', '=', p.paymentId)
    .where('state', '=', 'open')
    .where('method', 'is', null)
    .where('page_id', 'is', null)
    .returning('pages_opened as pagesOpened'),
);

/** Only the first of several concurrent pages is saved and shown. */
export const savePage = query((db, p: Params<{ paymentId: string; pageId: string; url: string; now: Date }>) =>
  db
    .updateTable('payment')
    .set({ page_id: p.pageId, page_url: p.url, asked_at: p.now })
    .where('payment_id', '=', p.paymentId)
    .where('state', '=', 'open')
    .where('page_id', 'is', null)
    .returning(columns),
);

/** Called when the page can no longer be paid, so another one can be opened. */
export const clearPage = query((db, p: Params<{ paymentId: string }>) =>
  db
    .updateTable('payment')
    .set({ page_id: null, page_url: null })
    .where('payment_id', '=', p.paymentId)
    .returning(columns),
);

/**
 * Expires payments that were never opened. Opened pages are checked with the payment service instead, because they may
 * have been paid at the last moment.
 */
export const expireUnopened = query((db, p: Params<{ now: Date }>) =>
  db
    .updateTable('payment')
    .set({ state: 'expired', settled_at: p.now })
    .where('payment_id', 'in', (eb) =>
      eb
        .selectFrom('payment')
        .select('payment_id')
        .where('state', '=', 'open')
        .where('method', 'is', null)
        .where('page_id', 'is', null)
        .where('expires_at', '<=', p.now)
        .limit(1000)
        .forNoKeyUpdate()
        .skipLocked(),
    ),
);

/** Unfinished charges and opened pages, least recently checked first. */
export const listUnsettled = query((db, p: Params<{ gateway: GatewayName; before: Date }>) =>
  db
    .selectFrom('payment')
    .select('payment_id as paymentId')
    .where('state', '=', 'open')
    .where('gateway', '=', p.gateway)
    .where((eb) => eb('method', 'is not', null).or('page_id', 'is not', null))
    .where('asked_at', '<=', p.before)
    .orderBy('asked_at')
    .limit(500),
);

export const recordStatusCheck = query((db, p: Params<{ paymentId: string; now: Date }>) =>
  db.updateTable('payment').set({ asked_at: p.now }).where('payment_id', '=', p.paymentId),
);

export const findUnsettledCharge = query((db, p: Params<{ affiliateId: number; purpose: string }>) =>
  db
    .selectFrom('payment')
    .select('payment_id as paymentId')
    .where('affiliate_id', '=', p.affiliateId)
    .where('purpose', '=', p.purpose)
    .where('state', '=', 'open')
    .where('method', 'is not', null),
);

export const findEmail = query((db, p: Params<{ affiliateId: number }>) =>
  db.selectFrom('person').select('email').where('affiliate_id', '=', p.affiliateId),
);
