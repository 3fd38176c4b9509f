import { type Db, statement } from '#platform/server/db/database.ts';
import { fullNameSql } from '#features/account/server/public.ts';
import type { paymentMethods } from '#features/shop/shared/contract.ts';
import type { LineCategory } from '#features/shop/shared/categories.ts';
import type { LineKind, lineStates, orderStates } from '#features/shop/shared/order-contract.ts';

export interface OrderRow {
  affiliateId: number;
  orderId: string;
  number: number;
  state: (typeof orderStates)[number];
  method: (typeof paymentMethods)[number];
  currency: string;
  country: string;
  isTaxIncluded: boolean;
  subtotalMinor: number;
  discountMinor: number;
  taxMinor: number;
  totalMinor: number;
  refundedMinor: number;
  encryptedAddress: string | null;
  paymentId: string | null;
  createdAt: Date;
  expiresAt: Date;
  paidAt: Date | null;
  /** The recipient, when it is not the buyer. */
  recipientId: number | null;
  isTaxUnknown: boolean;
  /** The purpose of the order's payment. */
  purpose: string;
}

export const orderColumns = `o.affiliate_id as "affiliateId", o.order_id as "orderId", o.number, o.state, o.method,
  o.currency, o.country, o.is_tax_included as "isTaxIncluded", o.subtotal_minor as "subtotalMinor",
  o.discount_minor as "discountMinor", o.tax_minor as "taxMinor", o.total_minor as "totalMinor",
  o.refunded_minor as "refundedMinor", o.sealed_address as "encryptedAddress", o.payment_id as "paymentId",
  o.created_at as "createdAt", o.expires_at as "expiresAt", o.paid_at as "paidAt",
  o.recipient_id as "recipientId", o.is_tax_unknown as "isTaxUnknown",
  coalesce((select p.purpose from payment p where p.affiliate_id = o.affiliate_id and p.payment_id = o.payment_id),
    'order') as purpose`;

export const lockOrder = statement<OrderRow, [affiliateId: number, orderId: string]>(`
  select ${orderColumns} from shop_order o where o.affiliate_id = $1 and o.order_id = $2 for update`);
export const findOrder = statement<OrderRow, [affiliateId: number, orderId: string]>(`
  select ${orderColumns} from shop_order o where o.affiliate_id = $1 and o.order_id = $2`);

export const markPaid = statement<
  OrderRow,
  [affiliateId: number, orderId: string, paymentId: string | null, now: Date]
>(`
  update shop_order o set state = 'paid', payment_id = $3, paid_at = $4 where o.affiliate_id = $1 and o.order_id = $2
  returning ${orderColumns}`);

export interface LineRow {
  lineId: string;
  productId: number;
  kind: LineKind;
  category: LineCategory;
  name: string;
  drawing: string;
  packageId: string | null;
  levelId: number | null;
  isPosted: boolean;
  quantity: number;
  isGift: boolean;
  licenseId: number | null;
  unitMinor: number;
  discountMinor: number;
  taxBp: number;
  taxMinor: number;
  totalMinor: number;
  refundedMinor: number;
  state: (typeof lineStates)[number];
  codes: string[];
  /** Codes that were revoked by a refund. */
  takenCodes: string[];
  /** The page that opens a line without a catalogue product. */
  path: string | null;
}

/** Products are never deleted, so lines of retired products can be joined. */
export const listLines = statement<LineRow, [affiliateId: number, orderId: string]>(`
  select l.line_id as "lineId", l.product_id as "productId", l.kind, l.category, l.name, l.quantity,
    coalesce(p.drawing, 'tank') as drawing, p.package_id as "packageId", p.level_id as "levelId",
    coalesce(p.is_posted, false) as "isPosted", l.is_gift as "isGift", l.license_id as "licenseId",
    l.unit_minor as "unitMinor", l.discount_minor as "discountMinor", l.tax_bp as "taxBp", l.tax_minor as "taxMinor",
    l.total_minor as "totalMinor", l.refunded_minor as "refundedMinor", l.state, l.codes,
    l.taken_codes as "takenCodes", l.path
  from order_line l left join product p using (product_id)
  where l.affiliate_id = $1 and l.order_id = $2 order by l.place, l.line_id`);

export const setLineState = statement<
  unknown,
  [affiliateId: number, orderId: string, lineId: string, state: LineRow['state'], codes: readonly string[], now: Date]
>(`
  update order_line set state = $4, codes = $5, done_at = $6
  where affiliate_id = $1 and order_id = $2 and line_id = $3`);

export const setTakenCodes = statement<
  unknown,
  [affiliateId: number, orderId: string, lineId: string, takenCodes: readonly string[]]
>(`
  update order_line set taken_codes = $4
  where affiliate_id = $1 and order_id = $2 and line_id = $3 and taken_codes <> $4`);

export interface RefundRow {
  refundId: string;
  amountMinor: number;
  lines: { lineId: string; amountMinor: number; taxMinor: number }[];
  reason: string;
  createdAt: Date;
  /** Null for refunds that do not involve the payment service. */
  state: 'open' | 'done' | 'refused' | null;
}

export const listRefunds = statement<RefundRow, [affiliateId: number, orderId: string]>(`
  select r.refund_id as "refundId", r.amount_minor as "amountMinor", r.lines, r.reason, r.created_at as "createdAt", p.state
  from order_refund r left join payment_refund p on p.affiliate_id = r.affiliate_id and p.refund_id = r.refund_id
  where r.affiliate_id = $1 and r.order_id = $2 order by r.created_at, r.refund_id`);

/** Refunds of payments that arrived after the order was cancelled. They have no order lines. */
export const listReturns = statement<
  Pick<RefundRow, 'refundId' | 'amountMinor' | 'createdAt'> & { state: 'open' | 'done' | 'refused' },
  [affiliateId: number, paymentId: string]
>(`
  select r.refund_id as "refundId", r.amount_minor as "amountMinor", r.created_at as "createdAt", r.state
  from payment_refund r join payment p using (affiliate_id, payment_id)
  where p.affiliate_id = $1 and p.payment_id = $2 and p.state = 'returned' order by r.created_at, r.refund_id`);

export const listCodeUses = statement<{ code: string; savedMinor: number }, [affiliateId: number, orderId: string]>(`
  select code, saved_minor as "savedMinor" from promotion_use where affiliate_id = $1 and order_id = $2 order by code`);

const selectCardHint = statement<{ hint: string | null }, [affiliateId: number, paymentId: string]>(
  'select hint from payment where affiliate_id = $1 and payment_id = $2',
);

export async function findCardHint(db: Db, { affiliateId, paymentId }: OrderRow): Promise<string | null> {
  return paymentId === null ? null : ((await selectCardHint(db, affiliateId, paymentId))[0]?.hint ?? null);
}

export interface SummaryRow {
  affiliateId: number;
  orderId: string;
  number: number;
  state: OrderRow['state'];
  createdAt: Date;
  paidAt: Date | null;
  totalMinor: number;
  refundedMinor: number;
  currency: string;
  names: string[];
  itemCount: number;
}

export const summaryColumns = `o.affiliate_id as "affiliateId", o.order_id as "orderId", o.number, o.state,
  o.created_at as "createdAt", o.paid_at as "paidAt", o.total_minor as "totalMinor",
  o.refunded_minor as "refundedMinor", o.currency, l.names, l.count::int as "itemCount"`;
export const linesOfOrder = `lateral (
    select coalesce(array_agg(l.name order by l.place), '{}') as names, coalesce(sum(l.quantity), 0) as count
    from order_line l where l.affiliate_id = o.affiliate_id and l.order_id = o.order_id) l`;

export const listOrders = statement<SummaryRow, [affiliateId: number, limit: number, offset: number]>(`
  select ${summaryColumns} from shop_order o cross join ${linesOfOrder}
  where o.affiliate_id = $1 order by o.created_at desc, o.number desc limit $2 offset $3`);
export const countOrders = statement<{ total: number }, [affiliateId: number]>(
  'select count(*)::int as total from shop_order where affiliate_id = $1',
);

export interface BuyerRow {
  name: string;
  email: string | null;
  language: string;
  storeNumber: number | null;
  memberNumber: number | null;
}

export const findBuyer = statement<BuyerRow, [affiliateId: number]>(`
  select ${fullNameSql('p')} as name, p.email,
    p.language, p.store_number as "storeNumber", p.member_number as "memberNumber"
  from person p where p.affiliate_id = $1`);

export const insertRefund = statement<
  unknown,
  [
    affiliateId: number,
    orderId: string,
    refundId: string,
    amountMinor: number,
    lines: string,
    reason: string,
    by: number | null,
    now: Date,
  ]
>(`
  insert into order_refund (affiliate_id, order_id, refund_id, amount_minor, lines, reason, by_affiliate_id, created_at)
  values ($1, $2, $3, $4, $5::jsonb, $6, $7, $8)`);
export const addOrderRefunded = statement<unknown, [affiliateId: number, orderId: string, amountMinor: number]>(
  'update shop_order set refunded_minor = refunded_minor + $3 where affiliate_id = $1 and order_id = $2',
);
export const addLineRefunded = statement<
  unknown,
  [affiliateId: number, orderId: string, lineId: string, amountMinor: number]
>(`
  update order_line set refunded_minor = refunded_minor + $4
  where affiliate_id = $1 and order_id = $2 and line_id = $3`);
export const findRefund = statement<
  Pick<RefundRow, 'refundId' | 'lines' | 'amountMinor' | 'reason'>,
  [affiliateId: number, refundId: string]
>(`
  select refund_id as "refundId", lines, amount_minor as "amountMinor", reason
  from order_refund where affiliate_id = $1 and refund_id = $2`);
