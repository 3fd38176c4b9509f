import { expressionBuilder, sql } from 'kysely';
import { isoTimestamp, isoTimestampOrNull } from '#platform/server/db/iso-timestamp.ts';
import { query, toJson, type Params, type Row } from '#platform/server/db/query.ts';
import type { Tables } from '#platform/server/db/table-types.ts';
import { pageSize } from '#features/shop/shared/contract.ts';
import type { OrderLine } from '#features/shop/shared/order-contract.ts';

/** The purpose of the order's payment. */
const purpose = (() => {
  const eb = expressionBuilder<Tables, 'shop_order'>();
  const ofPayment = eb
    .selectFrom('payment as p')
    .select('p.purpose')
    .whereRef('p.affiliate_id', '=', 'shop_order.affiliate_id')
    .whereRef('p.payment_id', '=', 'shop_order.payment_id');
  return eb.fn.coalesce(ofPayment, sql.lit('order'));
})();

/** Named as in the contract, so an order is returned with its row's values. */
export const orderColumns = [
  'shop_order.affiliate_id as affiliateId',
  'shop_order.order_id as orderId',
  'shop_order.number',
  'shop_order.key',
  'shop_order.state',
  'shop_order.method',
  'shop_order.basket_version as basketVersion',
  'shop_order.currency',
  'shop_order.country',
  'shop_order.is_tax_included as isTaxIncluded',
  'shop_order.subtotal_minor as subtotalMinor',
  'shop_order.discount_minor as discountMinor',
  'shop_order.tax_minor as taxMinor',
  'shop_order.total_minor as totalMinor',
  'shop_order.refunded_minor as refundedMinor',
  'shop_order.sealed_address as encryptedAddress',
  'shop_order.payment_id as paymentId',
  isoTimestamp('shop_order.created_at').as('createdDate'),
  isoTimestamp('shop_order.expires_at').as('expiresDate'),
  isoTimestampOrNull('shop_order.paid_at').as('paidDate'),
  // The recipient, when it is not the buyer.
  'shop_order.recipient_id as recipientId',
  purpose.as('purpose'),
] as const;

export interface OrderId {
  affiliateId: number;
  orderId: string;
}

export const findOrder = query((db, p: Params<OrderId>) =>
  db
    .selectFrom('shop_order')
    .select(orderColumns)
    .where('affiliate_id', '=', p.affiliateId)
    .where('order_id', '=', p.orderId),
);

export type OrderRow = Row<typeof findOrder>;

export const lockOrder = query((db, p: Params<OrderId>) =>
  db
    .selectFrom('shop_order')
    .select(orderColumns)
    .where('affiliate_id', '=', p.affiliateId)
    .where('order_id', '=', p.orderId)
    .forNoKeyUpdate(),
);

export const findOrderByKey = query((db, p: Params<{ affiliateId: number; key: string }>) =>
  db.selectFrom('shop_order').select(orderColumns).where('affiliate_id', '=', p.affiliateId).where('key', '=', p.key),
);

type NewOrder = Omit<OrderRow, 'number' | 'state' | 'refundedMinor' | 'paidDate' | 'purpose'>;

export const insertOrder = query((db, p: Params<NewOrder>) =>
  db
    .insertInto('shop_order')
    .values({
      affiliate_id: p.affiliateId,
      order_id: p.orderId,
      key: p.key,
      basket_version: p.basketVersion,
      method: p.method,
      currency: p.currency,
      country: p.country,
      is_tax_included: p.isTaxIncluded,
      subtotal_minor: p.subtotalMinor,
      discount_minor: p.discountMinor,
      tax_minor: p.taxMinor,
      total_minor: p.totalMinor,
      sealed_address: p.encryptedAddress,
      recipient_id: p.recipientId,
      payment_id: p.paymentId,
      created_at: p.createdDate,
      expires_at: p.expiresDate,
    })
    .returning(orderColumns),
);

type NewLine = Omit<OrderLine, 'drawing' | 'refundedMinor' | 'keptMinor' | 'codes'> & { place: number };

/** `doneAt` is null for lines that are not fulfilled yet. */
export const insertLines = query((db, p: Params<OrderId & { lines: readonly NewLine[]; doneAt: Date | null }>) =>
  db
    .insertInto('order_line')
    .columns([
      'affiliate_id',
      'order_id',
      'done_at',
      'line_id',
      'place',
      'product_id',
      'category',
      'kind',
      'name',
      'quantity',
      'is_gift',
      'license_id',
      'unit_minor',
      'discount_minor',
      'tax_bp',
      'tax_minor',
      'total_minor',
      'state',
      'path',
    ])
    .expression((eb) =>
      eb
        .selectFrom(
          sql<NewLine>`jsonb_to_recordset(${toJson(p.lines)})`.as<'l'>(
            sql`l("lineId" uuid, place int, "productId" int, category text, kind text, name text, quantity int,
              "isGift" boolean, "licenseID" bigint, "unitMinor" bigint, "discountMinor" bigint, "taxBp" int,
              "taxMinor" bigint, "totalMinor" bigint, state text, path text)`,
          ),
        )
        .select([
          p.affiliateId.as('affiliate_id'),
          p.orderId.as('order_id'),
          p.doneAt.as('done_at'),
          'l.lineId',
          'l.place',
          'l.productId',
          'l.category',
          'l.kind',
          'l.name',
          'l.quantity',
          'l.isGift',
          'l.licenseID',
          'l.unitMinor',
          'l.discountMinor',
          'l.taxBp',
          'l.taxMinor',
          'l.totalMinor',
          'l.state',
          'l.path',
        ]),
    ),
);

export const updateOrderPayment = query((db, p: Params<OrderId & { paymentId: string }>) =>
  db
    .updateTable('shop_order')
    .set({ payment_id: p.paymentId })
    .where('affiliate_id', '=', p.affiliateId)
    .where('order_id', '=', p.orderId),
);

export const markPaid = query((db, p: Params<OrderId & { paymentId: string | null; now: Date }>) =>
  db
    .updateTable('shop_order')
    .set({ state: 'paid', payment_id: p.paymentId, paid_at: p.now })
    .where('affiliate_id', '=', p.affiliateId)
    .where('order_id', '=', p.orderId)
    .returning(orderColumns),
);

export const markCancelled = query((db, p: Params<OrderId>) =>
  db
    .updateTable('shop_order')
    .set({ state: 'cancelled' })
    .where('affiliate_id', '=', p.affiliateId)
    .where('order_id', '=', p.orderId)
    .where('state', '=', 'open'),
);

/** Excludes orders whose payment page is still open, because the buyer may be paying right now. */
export const listExpiredOrders = query((db, p: Params<{ now: Date }>) =>
  db
    .selectFrom('shop_order as o')
    .select(['o.affiliate_id as affiliateId', 'o.order_id as orderId', 'o.payment_id as paymentId'])
    .where('o.state', '=', 'open')
    .where('o.expires_at', '<=', p.now)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('payment as p')
            .select('p.payment_id')
            .whereRef('p.affiliate_id', '=', 'o.affiliate_id')
            .whereRef('p.payment_id', '=', 'o.payment_id')
            .where('p.state', '=', 'open')
            .where('p.page_id', 'is not', null)
            .where('p.expires_at', '>', p.now),
        ),
      ),
    )
    .orderBy('o.expires_at')
    .limit(500),
);

/** Products are never deleted, so lines of retired products can be joined. */
export const listLines = query((db, p: Params<OrderId>) =>
  db
    .selectFrom('order_line as l')
    .leftJoin('product as p', 'p.product_id', 'l.product_id')
    .select((eb) => [
      'l.line_id as lineId',
      'l.product_id as productId',
      'l.kind',
      'l.category',
      'l.name',
      'l.quantity',
      eb.fn.coalesce('p.drawing', sql.lit('tank')).as('drawing'),
      'p.package_id as packageId',
      'p.level_id as levelId',
      eb.fn.coalesce('p.is_posted', sql.lit(false)).as('isPosted'),
      'l.is_gift as isGift',
      'l.license_id as licenseID',
      'l.unit_minor as unitMinor',
      'l.discount_minor as discountMinor',
      'l.tax_bp as taxBp',
      'l.tax_minor as taxMinor',
      'l.total_minor as totalMinor',
      'l.refunded_minor as refundedMinor',
      'l.state',
      'l.codes',
      // Codes that were revoked by a refund.
      'l.taken_codes as takenCodes',
      // The page that opens a line without a catalogue product.
      'l.path',
    ])
    .where('l.affiliate_id', '=', p.affiliateId)
    .where('l.order_id', '=', p.orderId)
    .orderBy('l.place')
    .orderBy('l.line_id'),
);

export type LineRow = Row<typeof listLines>;

/** All club years share one product, and so do all applications. Only the name of the line says which one it is. */
const sharedKinds = ['membership', 'application'] as const;

/** The catalogue's names in the reader's language. A line has the name from when it was ordered. */
export const listProductNames = query((db, p: Params<OrderId & { locale: string }>) =>
  db
    .selectFrom('order_line as l')
    .innerJoin('product_text as t', 't.product_id', 'l.product_id')
    .select(['l.line_id as lineId', 't.name'])
    .where('l.affiliate_id', '=', p.affiliateId)
    .where('l.order_id', '=', p.orderId)
    .where('t.locale', '=', p.locale)
    .where('l.kind', 'not in', sharedKinds),
);

export interface LineId extends OrderId {
  lineId: string;
}

export const updateLineState = query(
  (db, p: Params<LineId & { state: LineRow['state']; codes: string[]; now: Date }>) =>
    db
      .updateTable('order_line')
      .set({ state: p.state, codes: p.codes, done_at: p.now })
      .where('affiliate_id', '=', p.affiliateId)
      .where('order_id', '=', p.orderId)
      .where('line_id', '=', p.lineId),
);

export const updateTakenCodes = query((db, p: Params<LineId & { takenCodes: string[] }>) =>
  db
    .updateTable('order_line')
    .set({ taken_codes: p.takenCodes })
    .where('affiliate_id', '=', p.affiliateId)
    .where('order_id', '=', p.orderId)
    .where('line_id', '=', p.lineId)
    .where('taken_codes', '<>', p.takenCodes),
);

export const listCodeUses = query((db, p: Params<OrderId>) =>
  db
    .selectFrom('promotion_use')
    .select(['code', 'saved_minor as savedMinor'])
    .where('affiliate_id', '=', p.affiliateId)
    .where('order_id', '=', p.orderId)
    .orderBy('code'),
);

export const findCardHint = query((db, p: Params<{ affiliateId: number; paymentId: string }>) =>
  db
    .selectFrom('payment')
    .select('hint')
    .where('affiliate_id', '=', p.affiliateId)
    .where('payment_id', '=', p.paymentId),
);

/** Named as in the contract, so summaries are returned as they are read. */
export const summaryColumns = [
  'o.affiliate_id as affiliateId',
  'o.order_id as orderId',
  'o.number',
  'o.state',
  isoTimestamp('o.created_at').as('createdDate'),
  isoTimestampOrNull('o.paid_at').as('paidDate'),
  'o.total_minor as totalMinor',
  'o.refunded_minor as refundedMinor',
  'o.currency',
  'l.names',
  'l.itemCount',
] as const;

/** Names are in the reader's language. A line whose name is not in the catalogue has the one from when it was ordered. */
export const linesOfOrder = (p: Params<{ locale: string }>) =>
  expressionBuilder<Tables & { o: Tables['shop_order'] }, 'o'>()
    .selectFrom('order_line as l')
    .leftJoin('product_text as t', (join) =>
      join.onRef('t.product_id', '=', 'l.product_id').on('t.locale', '=', p.locale).on('l.kind', 'not in', sharedKinds),
    )
    .select((eb) => [
      eb.fn
        .coalesce(
          eb.fn.agg<string[]>('array_agg', [eb.fn.coalesce('t.name', 'l.name')]).orderBy('l.place'),
          sql<string[]>`'{}'`,
        )
        .as('names'),
      eb.cast<number>(eb.fn.coalesce(eb.fn.sum('l.quantity'), sql.lit(0)), 'int4').as('itemCount'),
    ])
    .whereRef('l.affiliate_id', '=', 'o.affiliate_id')
    .whereRef('l.order_id', '=', 'o.order_id')
    .as('l');

export const listOrders = query((db, p: Params<{ affiliateId: number; locale: string; offset: number }>) =>
  db
    .selectFrom('shop_order as o')
    .crossJoinLateral(linesOfOrder(p))
    .select(summaryColumns)
    .where('o.affiliate_id', '=', p.affiliateId)
    .orderBy('o.created_at', 'desc')
    .orderBy('o.number', 'desc')
    .limit(pageSize)
    .offset(p.offset),
);

export const countOrders = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .selectFrom('shop_order')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('affiliate_id', '=', p.affiliateId),
);

export const findBuyer = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .selectFrom('person as p')
    .innerJoin('person_name as n', 'n.affiliate_id', 'p.affiliate_id')
    .select([
      'n.full_name as name',
      'p.email',
      'p.language',
      'p.store_number as storeNumber',
      'p.member_number as memberNumber',
    ])
    .where('p.affiliate_id', '=', p.affiliateId),
);

export type BuyerRow = Row<typeof findBuyer>;
