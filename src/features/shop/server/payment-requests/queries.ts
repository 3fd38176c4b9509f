import { sql, type QueryCreator } from 'kysely';
import { isoTimestamp } from '#platform/server/db/iso-timestamp.ts';
import { query, toJson, type Params, type Row } from '#platform/server/db/query.ts';
import type { Tables } from '#platform/server/db/table-types.ts';
import type { PaymentRequest } from '#features/shop/shared/payment-request-contract.ts';
import type { RequestLine } from './view-request.ts';

const selectRequests = (db: QueryCreator<Tables>) =>
  db
    .selectFrom('payment_request as r')
    .innerJoin('person as c', 'c.affiliate_id', 'r.affiliate_id')
    .innerJoin('person_name as n', 'n.affiliate_id', 'r.affiliate_id')
    .select((eb) => [
      'r.affiliate_id as affiliateId',
      'r.request_id as requestId',
      'r.key',
      'r.state',
      'r.lines',
      'r.codes',
      'r.currency',
      'r.total_minor as totalMinor',
      isoTimestamp('r.created_at').as('createdDate'),
      isoTimestamp('r.expires_at').as('expiresDate'),
      'r.decided_by as decidedBy',
      'r.decided_at as decidedAt',
      'r.order_id as orderId',
      'n.full_name as child',
      'c.birthdate',
      eb
        .selectFrom('person_name as d')
        .select('d.full_name')
        .whereRef('d.affiliate_id', '=', 'r.decided_by')
        .as('decidedByName'),
      sql<number[]>`array(${eb
        .selectFrom('guardian_link as g')
        .select((eb) => eb.cast<number>('g.guardian_id', 'int4').as('id'))
        .whereRef('g.affiliate_id', '=', 'r.affiliate_id')})`.as('guardianIds'),
    ]);

export const findRequest = query((db, p: Params<{ requestId: string }>) =>
  selectRequests(db).where('r.request_id', '=', p.requestId),
);

export type RequestRow = Row<typeof findRequest>;

export const findRequestByKey = query((db, p: Params<{ affiliateId: number; key: string }>) =>
  selectRequests(db).where('r.affiliate_id', '=', p.affiliateId).where('r.key', '=', p.key),
);

export const lockRequest = query((db, p: Params<{ requestId: string }>) =>
  db.selectFrom('payment_request').select('state').where('request_id', '=', p.requestId).forNoKeyUpdate(),
);

/** The person's own requests and those of their children. */
export const listRequests = query((db, p: Params<{ affiliateId: number }>) =>
  selectRequests(db)
    .where((eb) =>
      eb(
        'r.affiliate_id',
        'in',
        eb
          .selectFrom('guardian_link as g')
          .select('g.affiliate_id')
          .where('g.guardian_id', '=', p.affiliateId)
          .union(db.selectNoFrom(eb.cast<number>(p.affiliateId, 'int8').as('affiliate_id'))),
      ),
    )
    .orderBy('r.created_at', 'desc'),
);

export const listGuardians = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .selectFrom('guardian_link as g')
    .innerJoin('person_name as n', 'n.affiliate_id', 'g.guardian_id')
    .select(['n.affiliate_id as affiliateId', 'n.full_name as name', 'n.language'])
    .where('g.affiliate_id', '=', p.affiliateId)
    .orderBy('n.affiliate_id'),
);

/** Locks the person's row, so concurrent requests replace each other. */
export const lockChild = query((db, p: Params<{ affiliateId: number }>) =>
  db.selectFrom('person').select('affiliate_id').where('affiliate_id', '=', p.affiliateId).forNoKeyUpdate(),
);

const unpaidStates = ['open', 'approved'] as const;

/** Unpaid approvals, each with the guardian's order or the payment of a club year. */
export const listApprovals = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .selectFrom('payment_request')
    .select(['decided_by as decidedBy', 'order_id as orderId'])
    .where('affiliate_id', '=', p.affiliateId)
    .where('state', '=', 'approved'),
);

/** Money that arrives for an approval after this is returned. */
export const withdrawUnpaidRequests = query((db, p: Params<{ affiliateId: number; now: Date }>) =>
  db
    .updateTable('payment_request')
    .set({ state: 'withdrawn', decided_at: p.now })
    .where('affiliate_id', '=', p.affiliateId)
    .where('state', 'in', unpaidStates)
    .returning(['decided_by as decidedBy', 'order_id as orderId']),
);

interface NewRequest {
  affiliateId: number;
  requestId: string;
  key: string;
  lines: RequestLine[];
  codes: string[];
  currency: string;
  totalMinor: number;
  createdAt: Date;
  expiresAt: Date;
}

export const insertRequest = query((db, p: Params<NewRequest>) =>
  db.insertInto('payment_request').values({
    affiliate_id: p.affiliateId,
    request_id: p.requestId,
    key: p.key,
    lines: toJson(p.lines),
    codes: p.codes,
    currency: p.currency,
    total_minor: p.totalMinor,
    created_at: p.createdAt,
    expires_at: p.expiresAt,
  }),
);

interface Decision {
  requestId: string;
  state: PaymentRequest['state'];
  decidedBy: number | null;
  orderId: string | null;
  now: Date;
}

export const updateDecision = query((db, p: Params<Decision>) =>
  db
    .updateTable('payment_request')
    .set({ state: p.state, decided_by: p.decidedBy, order_id: p.orderId, decided_at: p.now })
    .where('request_id', '=', p.requestId),
);

/** What becomes of a request whose order is cancelled: `open` while a guardian or the child decides again. */
export const detachRequest = query(
  (db, p: Params<{ orderId: string; state: 'open' | 'withdrawn' | 'expired'; now: Date }>) =>
    db
      .updateTable('payment_request')
      .set({
        state: p.state,
        decided_by: null,
        decided_at: sql<Date | null>`case when ${p.state} <> 'open' then ${p.now}::timestamptz end`,
        order_id: null,
      })
      .where('order_id', '=', p.orderId)
      .where('state', '=', 'approved'),
);

/** Locks the request if this payment is the one its approval opened; returns no row otherwise. */
export const lockApprovedRequest = query((db, p: Params<{ requestId: string; paymentId: string }>) =>
  db
    .selectFrom('payment_request')
    .select('state')
    .where('request_id', '=', p.requestId)
    .where('order_id', '=', p.paymentId)
    .where('state', '=', 'approved')
    .forNoKeyUpdate(),
);

export const findApprovedRequest = query((db, p: Params<{ requestId: string; paymentId: string }>) =>
  db
    .selectFrom('payment_request')
    .select('state')
    .where('request_id', '=', p.requestId)
    .where('order_id', '=', p.paymentId)
    .where('state', 'in', ['approved', 'paid']),
);

export const markRequestPaid = query((db, p: Params<{ orderId: string; now: Date }>) =>
  db
    .updateTable('payment_request')
    .set({ state: 'paid', decided_at: p.now })
    .where('order_id', '=', p.orderId)
    .where('state', '=', 'approved')
    .returning('request_id as requestId'),
);
