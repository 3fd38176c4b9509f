import { sql } from 'kysely';
import { query, type Params, type Row } from '#platform/server/db/query.ts';
import type { GatewayName } from '#features/payments/shared/contract.ts';

const columns = [
  'refund_id as refundId',
  'payment_id as paymentId',
  'amount_minor as amountMinor',
  'state',
  'created_at as createdAt',
] as const;

interface NewRefund {
  affiliateId: number;
  paymentId: string;
  refundId: string;
  amountMinor: number;
}

export const insertRefund = query((db, p: Params<NewRefund>) =>
  db
    .with('reserved', (db) =>
      db
        .updateTable('payment')
        .set((eb) => ({ refunded_minor: eb('refunded_minor', '+', p.amountMinor) }))
        .where('payment_id', '=', p.paymentId),
    )
    .insertInto('payment_refund')
    .values({
      affiliate_id: p.affiliateId,
      payment_id: p.paymentId,
      refund_id: p.refundId,
      amount_minor: p.amountMinor,
    }),
);

export const findRefund = query((db, p: Params<{ refundId: string }>) =>
  db.selectFrom('payment_refund').select(columns).where('refund_id', '=', p.refundId),
);

export type Refund = Row<typeof findRefund>;

export const lockRefund = query((db, p: Params<{ refundId: string }>) =>
  db.selectFrom('payment_refund').select(columns).where('refund_id', '=', p.refundId).forNoKeyUpdate(),
);

/** Limited to the configured gateway; refunds of another one would fill up the batch. */
export const listOpenRefunds = query((db, p: Params<{ gateway: GatewayName; before: Date }>) =>
  db
    .selectFrom('payment_refund as r')
    .innerJoin('payment as p', (join) =>
      join.onRef('p.affiliate_id', '=', 'r.affiliate_id').onRef('p.payment_id', '=', 'r.payment_id'),
    )
    .select('r.refund_id as refundId')
    .where('r.state', '=', 'open')
    .where('r.created_at', '<=', p.before)
    .where('p.gateway', '=', p.gateway)
    .orderBy('r.created_at')
    .limit(500),
);

export const markRefundDone = query((db, p: Params<{ refundId: string; now: Date }>) =>
  db.updateTable('payment_refund').set({ state: 'done', settled_at: p.now }).where('refund_id', '=', p.refundId),
);

/** A rejected refund can be retried as a new refund. */
export const markRefundRejected = query((db, p: Params<{ refundId: string; now: Date }>) =>
  db
    .with('refused', (db) =>
      db
        .updateTable('payment_refund')
        .set((eb) => ({
          failed_at: eb
            .case('state')
            .when('done')
            .then(sql<Date>`${p.now}::timestamptz`)
            .end(),
          state: 'refused',
          settled_at: p.now,
        }))
        .where('refund_id', '=', p.refundId)
        .returning(['payment_id', 'amount_minor']),
    )
    .updateTable('payment')
    .from('refused')
    .set((eb) => ({ refunded_minor: eb('refunded_minor', '-', eb.ref('refused.amount_minor')) }))
    .whereRef('payment.payment_id', '=', 'refused.payment_id'),
);

/** The number of attempts to return a late payment, and whether one is pending or done. */
export const countRefundAttempts = query((db, p: Params<{ paymentId: string }>) =>
  db
    .selectFrom('payment_refund')
    .select((eb) => [
      eb.fn.countAll<number>().as('tries'),
      eb.fn.coalesce(eb.fn<boolean>('bool_or', [eb('state', '<>', 'refused')]), sql.lit(false)).as('isUnderWay'),
    ])
    .where('payment_id', '=', p.paymentId),
);

/**
 * Late payments that were not returned and whose last attempt failed at least a day ago. Attempts stop after 14 days.
 */
export const listUnreturnedPayments = query((db, p: Params<{ gateway: GatewayName; now: Date }>) =>
  db
    .selectFrom('payment as p')
    .select('p.payment_id as paymentId')
    .where('p.state', '=', 'returned')
    .whereRef('p.refunded_minor', '<', 'p.amount_minor')
    .where('p.gateway', '=', p.gateway)
    .where('p.settled_at', '>', sql<Date>`${p.now}::timestamptz - interval '14 days'`)
    .where(({ eb, exists, not }) =>
      not(
        exists(
          eb
            .selectFrom('payment_refund as r')
            .whereRef('r.affiliate_id', '=', 'p.affiliate_id')
            .whereRef('r.payment_id', '=', 'p.payment_id')
            .where((eb) =>
              eb('r.state', '=', 'open').or('r.settled_at', '>', sql<Date>`${p.now}::timestamptz - interval '1 day'`),
            ),
        ),
      ),
    )
    .orderBy('p.settled_at')
    .limit(500),
);
