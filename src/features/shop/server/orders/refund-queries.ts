import { sql } from 'kysely';
import { isoTimestamp } from '#platform/server/db/iso-timestamp.ts';
import { query, toJson, type Params, type Row } from '#platform/server/db/query.ts';
import type { RefundLine } from './refund-order.ts';
import type { LineId, OrderId } from './queries.ts';

/** Refunds that do not involve the payment service are done when they are recorded. */
export const listRefunds = query((db, p: Params<OrderId>) =>
  db
    .selectFrom('order_refund as r')
    .leftJoin('payment_refund as p', (join) =>
      join.onRef('p.affiliate_id', '=', 'r.affiliate_id').onRef('p.refund_id', '=', 'r.refund_id'),
    )
    .select((eb) => [
      'r.refund_id as refundId',
      'r.amount_minor as amountMinor',
      'r.lines',
      'r.reason',
      isoTimestamp('r.created_at').as('createdDate'),
      eb.fn.coalesce('p.state', sql.lit('done' as const)).as('state'),
    ])
    .where('r.affiliate_id', '=', p.affiliateId)
    .where('r.order_id', '=', p.orderId)
    .orderBy('r.created_at')
    .orderBy('r.refund_id'),
);

/** Refunds of payments that arrived after the order was cancelled. They have no order lines. */
export const listReturns = query((db, p: Params<{ affiliateId: number; paymentId: string }>) =>
  db
    .selectFrom('payment_refund as r')
    .innerJoin('payment as p', (join) =>
      join.onRef('p.affiliate_id', '=', 'r.affiliate_id').onRef('p.payment_id', '=', 'r.payment_id'),
    )
    .select([
      'r.refund_id as refundId',
      'r.amount_minor as amountMinor',
      isoTimestamp('r.created_at').as('createdDate'),
      'r.state',
    ])
    .where('p.affiliate_id', '=', p.affiliateId)
    .where('p.payment_id', '=', p.paymentId)
    .where('p.state', '=', 'returned')
    .orderBy('r.created_at')
    .orderBy('r.refund_id'),
);

interface NewRefund extends OrderId {
  refundId: string;
  amountMinor: number;
  lines: RefundLine[];
  reason: string;
  by: number | null;
  now: Date;
}

export const insertRefund = query((db, p: Params<NewRefund>) =>
  db.insertInto('order_refund').values({
    affiliate_id: p.affiliateId,
    order_id: p.orderId,
    refund_id: p.refundId,
    amount_minor: p.amountMinor,
    lines: toJson(p.lines),
    reason: p.reason,
    by_affiliate_id: p.by,
    created_at: p.now,
  }),
);

/** A negative amount reverts a refund. */
export const updateOrderRefunded = query((db, p: Params<OrderId & { amountMinor: number }>) =>
  db
    .updateTable('shop_order')
    .set((eb) => ({ refunded_minor: eb('refunded_minor', '+', p.amountMinor) }))
    .where('affiliate_id', '=', p.affiliateId)
    .where('order_id', '=', p.orderId),
);

export const updateLineRefunded = query((db, p: Params<LineId & { amountMinor: number }>) =>
  db
    .updateTable('order_line')
    .set((eb) => ({ refunded_minor: eb('refunded_minor', '+', p.amountMinor) }))
    .where('affiliate_id', '=', p.affiliateId)
    .where('order_id', '=', p.orderId)
    .where('line_id', '=', p.lineId),
);

export const findRefund = query((db, p: Params<{ affiliateId: number; refundId: string }>) =>
  db
    .selectFrom('order_refund')
    .select(['refund_id as refundId', 'lines', 'amount_minor as amountMinor', 'reason'])
    .where('affiliate_id', '=', p.affiliateId)
    .where('refund_id', '=', p.refundId),
);

export type RefundRow = Row<typeof findRefund>;
