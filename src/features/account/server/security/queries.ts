import { sql } from 'kysely';
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres';
import { isoTimestamp, isoTimestampOrNull } from '#platform/server/db/iso-timestamp.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import { currentExportState } from '#features/account/server/personal-data/export-queries.ts';
import { activityPageSize } from '#features/account/shared/factor-contract.ts';

/** Lists the same sessions that `findSession` accepts. */
export const findAccountState = query((db, p: Params<{ affiliateId: number; idleMin: number }>) =>
  db.selectNoFrom((eb) => [
    jsonArrayFrom(
      eb
        .selectFrom('session')
        .select([
          'id',
          'user_agent as userAgent',
          isoTimestamp('created_at').as('signedInAt'),
          isoTimestamp('last_seen_at').as('lastSeenAt'),
        ])
        .where('affiliate_id', '=', p.affiliateId)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', sql<Date>`now()`)
        .where('last_seen_at', '>', sql<Date>`now() - make_interval(mins => ${p.idleMin} + 5)`)
        .orderBy('last_seen_at', 'desc')
        .orderBy('id'),
    ).as('devices'),
    eb
      .selectFrom('data_export')
      .select((eb) =>
        jsonBuildObject({
          id: eb.ref('id'),
          state: currentExportState,
          progress: eb.ref('progress'),
          bytes: eb.ref('bytes'),
          requestedAt: isoTimestamp('requested_at'),
          readyAt: isoTimestampOrNull('ready_at'),
          expiresAt: isoTimestampOrNull('expires_at'),
        }).as('export'),
      )
      .where('affiliate_id', '=', p.affiliateId)
      .orderBy('requested_at', 'desc')
      .orderBy('id')
      .limit(1)
      .as('export'),
    eb
      .selectFrom('account_deletion')
      .select(
        jsonBuildObject({ requestedAt: isoTimestamp('requested_at'), dueAt: isoTimestamp('due_at') }).as('deletion'),
      )
      .where('affiliate_id', '=', p.affiliateId)
      .as('deletion'),
  ]),
);

/** Finds the caller or one of their children by username. If several people share the address, the caller is first. */
export const listPeopleByUsername = query((db, p: Params<{ actorId: number; username: string }>) =>
  db
    .selectFrom('person as p')
    .select('p.affiliate_id as affiliateId')
    .where(sql<boolean>`(lower(p.email) = lower(${p.username}) or p.sub = lower(${p.username}))`)
    .where((eb) =>
      eb.or([
        eb('p.affiliate_id', '=', p.actorId),
        eb.exists(
          eb
            .selectFrom('guardian_link as g')
            .select('g.affiliate_id')
            .whereRef('g.affiliate_id', '=', 'p.affiliate_id')
            .where('g.guardian_id', '=', p.actorId),
        ),
      ]),
    )
    .orderBy((eb) => eb('p.affiliate_id', '<>', p.actorId))
    .orderBy('p.affiliate_id')
    .limit(2),
);

/** A page of events before an id, and one more if there is another page. */
export const listEvents = query((db, p: Params<{ affiliateId: number; before: number }>) =>
  db
    .selectFrom('security_log')
    .select([
      'id',
      'kind',
      'occurred_at as occurredAt',
      'count',
      'user_agent as userAgent',
      'ip',
      'session_id as sessionId',
    ])
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '<', p.before)
    .where('occurred_at', '>', sql<Date>`now() - interval '12 months'`)
    .orderBy('id', 'desc')
    .limit(activityPageSize + 1),
);
