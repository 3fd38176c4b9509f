import { sql, type Expression } from 'kysely';
import { query, type Params } from '#platform/server/db/query.ts';
import { queryCreator } from '#platform/server/db/query-compiler.ts';
import { isoTimestamp, isoTimestampOrNull } from '#platform/server/db/iso-timestamp.ts';
import type { OwnRemoval } from '#features/family/shared/contract.ts';
import type { GuardianRequest } from '#features/family/shared/guardian-desk-endpoints.ts';
import { adultBirthdate } from '#features/family/server/queries.ts';

/** Open requests on the family page. A request is hidden once either person is no longer a guardian. */
export const selectRemovalRequests = (affiliateId: Expression<number>, p: Params<{ readerId: number }>) =>
  queryCreator
    .selectFrom('guardian_removal as r')
    .innerJoin('guardian_link as t', (join) =>
      join.onRef('t.affiliate_id', '=', 'r.affiliate_id').onRef('t.guardian_id', '=', 'r.guardian_id'),
    )
    .innerJoin('guardian_link as s', (join) =>
      join.onRef('s.affiliate_id', '=', 'r.affiliate_id').onRef('s.guardian_id', '=', 'r.requested_by'),
    )
    .innerJoin('person_name as q', 'q.affiliate_id', 'r.guardian_id')
    .innerJoin('person_name as b', 'b.affiliate_id', 'r.requested_by')
    .select((eb) => [
      'r.id',
      'r.guardian_id as guardianId',
      'q.full_name as name',
      'b.full_name as requestedBy',
      eb('r.guardian_id', '=', p.readerId).$castTo<boolean>().as('isAboutYou'),
      eb('r.requested_by', '=', p.readerId).$castTo<boolean>().as('isYours'),
    ])
    .where('r.affiliate_id', '=', affiliateId)
    .where('r.state', '=', 'requested')
    .orderBy('r.created_at')
    .orderBy('r.id');

/** Removals of the reader. A child who has come of age has no guardians to restore. */
export const selectOwnRemovals = (p: Params<{ readerId: number; now: Date; today: string }>) =>
  queryCreator
    .selectFrom('guardian_removal as r')
    .innerJoin('person as k', 'k.affiliate_id', 'r.affiliate_id')
    .innerJoin('person_name as n', 'n.affiliate_id', 'r.affiliate_id')
    .select((eb) => [
      'r.id',
      'n.short_name as childName',
      'r.kind',
      isoTimestamp('r.removed_at').as('removedDate'),
      isoTimestamp('r.review_until').as('reviewUntil'),
      eb
        .case()
        .when('r.review_requested_at', 'is', null)
        .then('none')
        .when('r.reviewed_at', 'is', null)
        .then('requested')
        .else('upheld')
        .end()
        .$castTo<OwnRemoval['review']>()
        .as('review'),
    ])
    .where('r.guardian_id', '=', p.readerId)
    .where('r.state', '=', 'removed')
    .where('k.birthdate', '>', adultBirthdate(p.today))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('guardian_link as l')
            .whereRef('l.affiliate_id', '=', 'r.affiliate_id')
            .where('l.guardian_id', '=', p.readerId),
        ),
      ),
    )
    .where((eb) =>
      eb.or([
        eb('r.review_until', '>', p.now),
        eb.and([eb('r.review_requested_at', 'is not', null), eb('r.reviewed_at', 'is', null)]),
      ]),
    )
    .orderBy('r.removed_at')
    .orderBy('r.id');

const selectRemovals = queryCreator
  .selectFrom('guardian_removal')
  .select([
    'id',
    'affiliate_id as affiliateId',
    'guardian_id as guardianId',
    'requested_by as requestedBy',
    'kind',
    'state',
    'review_until as reviewUntil',
    'review_requested_at as reviewRequestedAt',
    'reviewed_at as reviewedAt',
  ]);

export const findRemoval = query((_db, p: Params<{ id: string }>) => selectRemovals.where('id', '=', p.id));

export const lockRemoval = query((_db, p: Params<{ id: string }>) =>
  selectRemovals.where('id', '=', p.id).forNoKeyUpdate(),
);

interface NewRequest {
  affiliateId: number;
  guardianId: number;
  requestedBy: number;
  now: Date;
}

/** A repeated request inserts nothing. */
export const insertRequest = query((db, p: Params<NewRequest>) =>
  db
    .insertInto('guardian_removal')
    .values({
      affiliate_id: p.affiliateId,
      guardian_id: p.guardianId,
      requested_by: p.requestedBy,
      kind: 'agreed',
      state: 'requested',
      created_at: p.now,
    })
    .onConflict((conflict) =>
      conflict.columns(['affiliate_id', 'guardian_id']).where('state', '=', 'requested').doNothing(),
    )
    .returning('id'),
);

export const findRequest = query((_db, p: Params<{ affiliateId: number; guardianId: number }>) =>
  selectRemovals
    .where('affiliate_id', '=', p.affiliateId)
    .where('guardian_id', '=', p.guardianId)
    .where('state', '=', 'requested'),
);

export const closeRequest = query((db, p: Params<{ id: string; state: 'canceled' | 'declined' }>) =>
  db.updateTable('guardian_removal').set({ state: p.state }).where('id', '=', p.id),
);

/** Cancels the requests about a former guardian and those that they made. */
export const closeRequestsOf = query((db, p: Params<{ affiliateId: number; guardianId: number }>) =>
  db
    .updateTable('guardian_removal')
    .set({ state: 'canceled' })
    .where('affiliate_id', '=', p.affiliateId)
    .where('state', '=', 'requested')
    .where((eb) => eb.or([eb('guardian_id', '=', p.guardianId), eb('requested_by', '=', p.guardianId)])),
);

interface NewRemoval extends NewRequest {
  kind: OwnRemoval['kind'];
  reason: string;
  reviewUntil: Date;
}

export const insertRemoval = query((db, p: Params<NewRemoval>) =>
  db.insertInto('guardian_removal').values({
    affiliate_id: p.affiliateId,
    guardian_id: p.guardianId,
    requested_by: p.requestedBy,
    kind: p.kind,
    state: 'removed',
    reason: p.reason,
    created_at: p.now,
    removed_at: p.now,
    review_until: p.reviewUntil,
  }),
);

export const requestReview = query((db, p: Params<{ id: string; text: string; now: Date }>) =>
  db.updateTable('guardian_removal').set({ review_requested_at: p.now, review_text: p.text }).where('id', '=', p.id),
);

interface ReviewDecision {
  id: string;
  state: 'removed' | 'restored';
  by: number;
  now: Date;
}

export const closeReview = query((db, p: Params<ReviewDecision>) =>
  db
    .updateTable('guardian_removal')
    .set({ state: p.state, reviewed_by: p.by, reviewed_at: p.now })
    .where('id', '=', p.id),
);

/** Closes a removal that an undo or a new invitation has reversed. */
export const markRestored = query((db, p: Params<{ affiliateId: number; guardianId: number }>) =>
  db
    .updateTable('guardian_removal')
    .set({ state: 'restored' })
    .where('affiliate_id', '=', p.affiliateId)
    .where('guardian_id', '=', p.guardianId)
    .where('state', '=', 'removed'),
);

export const listRemovals = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .selectFrom('guardian_removal as r')
    .innerJoin('person_name as q', 'q.affiliate_id', 'r.guardian_id')
    .select((eb) => [
      'r.id',
      'r.guardian_id as guardianId',
      'q.full_name as name',
      'r.kind',
      isoTimestamp('r.removed_at').as('removedDate'),
      'r.reason',
      isoTimestampOrNull('r.review_requested_at').as('reviewRequestedDate'),
      'r.review_text as reviewText',
      eb('r.reviewed_at', 'is not', null).$castTo<boolean>().as('isReviewed'),
    ])
    .where('r.affiliate_id', '=', p.affiliateId)
    .where('r.state', '=', 'removed')
    .orderBy('r.removed_at', 'desc')
    .orderBy('r.id'),
);

export const selectReviews = () =>
  queryCreator
    .selectFrom('guardian_removal as r')
    .innerJoin('person_name as c', 'c.affiliate_id', 'r.affiliate_id')
    .innerJoin('person_name as q', 'q.affiliate_id', 'r.guardian_id')
    .select([
      sql.lit<GuardianRequest['kind']>('review').as('kind'),
      'r.id',
      'r.affiliate_id as affiliateId',
      'c.full_name as childName',
      'q.full_name as name',
      'r.review_requested_at as at',
    ])
    .where('r.review_requested_at', 'is not', null)
    .where('r.reviewed_at', 'is', null)
    .where('r.state', '=', 'removed');

/** Removals are deleted after a year; until then, staff can answer questions about them. */
export const deleteOldRemovals = query((db, p: Params<{ now: Date }>) =>
  db
    .deleteFrom('guardian_removal')
    .where(
      (eb) => eb.fn.coalesce('removed_at', 'created_at'),
      '<',
      sql<Date>`${p.now}::timestamptz - interval '12 months'`,
    ),
);
