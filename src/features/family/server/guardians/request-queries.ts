import type { Expression } from 'kysely';
import type { QueuePage } from '#platform/shared/queue-page.ts';
import { isoTimestamp } from '#platform/server/db/iso-timestamp.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import { selectProposedInvites } from '#features/family/server/invites/queries.ts';
import { selectReviews } from './removal-queries.ts';

const selectRequests = (now: Expression<Date>) => selectReviews().unionAll(selectProposedInvites(now)).as('r');

/** Reviews need a decision, so they come before invitations, which others can veto. */
export const listGuardianRequests = query((db, p: Params<QueuePage & { now: Date }>) =>
  db
    .selectFrom(selectRequests(p.now))
    .select(['r.kind', 'r.affiliateId', 'r.childName', 'r.name', isoTimestamp('r.at').as('date')])
    .orderBy('r.kind', 'desc')
    .orderBy('r.at')
    .orderBy('r.id')
    .limit(p.limit)
    .offset(p.offset),
);

export const countGuardianRequests = query((db, p: Params<{ now: Date }>) =>
  db.selectFrom(selectRequests(p.now)).select((eb) => eb.fn.countAll<number>().as('total')),
);
