import { expressionBuilder, sql, type QueryCreator } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { query, type Params, type Row } from '#platform/server/db/query.ts';
import type { Tables } from '#platform/server/db/table-types.ts';
import { affiliateType } from '#domain/roles.ts';
import { staffSessionLimits } from '#platform/shared/access.ts';
import { personColumns } from '#features/account/server/people/queries.ts';

const person = expressionBuilder<Tables & { p: Tables['person'] }, 'p'>();

/**
 * A child without an address counts as verified through the guardian. Any other person without one, such as a person
 * whose external issuer sends no email claim, has verified nothing.
 */
const isEmailVerified = person
  .or([
    person('p.email_verified_at', 'is not', null),
    person.and([
      person('p.email', 'is', null),
      person.exists(
        person
          .selectFrom('guardian_link as g')
          .select('g.affiliate_id')
          .whereRef('g.affiliate_id', '=', 'p.affiliate_id'),
      ),
    ]),
  ])
  .as('is_email_verified');

const hasCourses = person
  .exists(
    person.selectFrom('enrollment as e').select('e.affiliate_id').whereRef('e.affiliate_id', '=', 'p.affiliate_id'),
  )
  .as('has_courses');

/**
 * Staff sessions end sooner, no matter how they began, and need a second factor. Tokens of `npm run token` don't.
 * `session` is the table's alias in the query.
 */
export function isActiveStaffSession(session: string) {
  const column = (name: keyof Tables['session']) => sql.ref(`${session}.${name}`);
  const { maxHours, idleMin } = staffSessionLimits;
  return sql<boolean>`(${column('created_at')} > now() - interval ${`${maxHours} hours`}
    and ${column('last_seen_at')} > now() - interval ${`${idleMin} minutes`}
    and (${column('has_second_factor')} or ${column('origin')} = 'command'))`;
}

const isWithinStaffLimits = (session: string) =>
  person.or([person('p.affiliate_type_id', '<>', affiliateType.staff), isActiveStaffSession(session)]);

interface SessionUse {
  affiliateId: number;
  secretHash: string;
  idleMin: number;
  isBackground: boolean;
}

/**
 * Finds a session that hasn't ended, expired or been idle for too long, and counts as using it, to the minute. The
 * extra five minutes are the lifetime of an access token, during which a person may work without renewing it. Requests
 * of staff record their own use, and a background refresh doesn't count as use. A child's device that a guardian's link
 * signed in for weeks may be idle, because the child has no other way in. A session made from another session's token
 * needs that one to be open as well.
 */
export const findSession = query((db, p: Params<SessionUse>) => {
  const idleLimit = sql<Date>`now() - make_interval(mins => ${p.idleMin} + 5)`;
  return db
    .with('living', (db) =>
      db
        .selectFrom('session as s')
        .innerJoin('person as p', 'p.affiliate_id', 's.affiliate_id')
        .selectAll('s')
        .where('s.affiliate_id', '=', p.affiliateId)
        .where('s.secret_hash', '=', p.secretHash)
        .where('s.ended_at', 'is', null)
        .where('s.expires_at', '>', sql<Date>`now()`)
        .where((eb) =>
          eb.or([
            eb('s.last_seen_at', '>', idleLimit),
            eb.and([
              eb('s.origin', '=', 'link'),
              eb('s.parent_id', 'is', null),
              eb('s.expires_at', '>', sql<Date>`${eb.ref('s.created_at')} + interval '1 day'`),
            ]),
          ]),
        )
        .where(isWithinStaffLimits('s'))
        .where((eb) =>
          eb.or([
            eb('s.parent_id', 'is', null),
            eb.exists(
              eb
                .selectFrom('session as parent')
                .select('parent.id')
                .whereRef('parent.affiliate_id', '=', 's.affiliate_id')
                .whereRef('parent.id', '=', 's.parent_id')
                .where('parent.ended_at', 'is', null)
                .where('parent.expires_at', '>', sql<Date>`now()`)
                .where('parent.last_seen_at', '>', idleLimit)
                .where(isWithinStaffLimits('parent')),
            ),
          ]),
        ),
    )
    .with('seen', (db) =>
      db
        .updateTable('session')
        .from('living')
        .set({ last_seen_at: sql`now()` })
        .whereRef('session.affiliate_id', '=', 'living.affiliate_id')
        .whereRef('session.id', '=', 'living.id')
        .where('living.last_seen_at', '<', sql<Date>`now() - interval '1 minute'`)
        .where((eb) =>
          eb.not(
            eb.and([
              p.isBackground,
              eb.exists(
                eb
                  .selectFrom('person as p')
                  .select('p.affiliate_id')
                  .whereRef('p.affiliate_id', '=', 'living.affiliate_id')
                  .where('p.affiliate_type_id', '=', affiliateType.staff),
              ),
            ]),
          ),
        ),
    )
    .selectFrom('living as s')
    .innerJoin('person as p', 'p.affiliate_id', 's.affiliate_id')
    .leftJoin('account_deletion as d', 'd.affiliate_id', 's.affiliate_id')
    .select(personColumns)
    .select((eb) => [
      's.id',
      's.refresh_token',
      's.issuer_session_id',
      'd.due_at as deletion_due_at',
      's.confirmed_at',
      isEmailVerified,
      's.created_at',
      eb
        .case()
        .when(p.isBackground)
        .then(eb.ref('s.last_seen_at'))
        .else(sql<Date>`now()`)
        .end()
        .as('last_seen_at'),
      hasCourses,
    ]);
});

export type SessionRow = Row<typeof findSession>;

interface NewSession {
  affiliateId: number;
  id: string;
  origin: 'sign-in' | 'link' | 'command';
  secretHash: string;
  refreshToken: string | null;
  issuerSessionId: string | null;
  parentId: string | null;
  userAgent: string;
  ip: string;
  expiresAt: Date;
  confirmedAt: Date | null;
  credentialIds: string[];
  hasSecondFactor: boolean;
}

export const insertSession = query((db, p: Params<NewSession>) =>
  db.insertInto('session').values({
    affiliate_id: p.affiliateId,
    id: p.id,
    origin: p.origin,
    secret_hash: p.secretHash,
    refresh_token: p.refreshToken,
    issuer_session_id: p.issuerSessionId,
    parent_id: p.parentId,
    user_agent: p.userAgent,
    ip: p.ip,
    expires_at: p.expiresAt,
    confirmed_at: p.confirmedAt,
    credential_ids: p.credentialIds,
    has_second_factor: p.hasSecondFactor,
  }),
);

/** Returns a row if this caller is to check with the account service, so only one of several tabs does. */
export const claimIssuerCheck = query((db, p: Params<{ affiliateId: number; id: string; everyMin: number }>) =>
  db
    .updateTable('session')
    .set({ issuer_checked_at: sql`now()` })
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.id)
    .where('ended_at', 'is', null)
    .where('refresh_token', 'is not', null)
    .where('issuer_checked_at', '<', sql<Date>`now() - make_interval(mins => ${p.everyMin})`)
    .returning('id'),
);

export const findActiveSession = query((db, p: Params<{ affiliateId: number; id: string }>) =>
  db
    .selectFrom('session as s')
    .innerJoin('person as p', 'p.affiliate_id', 's.affiliate_id')
    .leftJoin('account_deletion as d', 'd.affiliate_id', 's.affiliate_id')
    .select(personColumns)
    .select([
      's.id',
      's.origin',
      's.refresh_token',
      's.expires_at',
      'd.due_at as deletion_due_at',
      's.confirmed_at',
      isEmailVerified,
      's.has_second_factor',
      's.last_seen_at',
      's.created_at',
      hasCourses,
    ])
    .where('s.affiliate_id', '=', p.affiliateId)
    .where('s.id', '=', p.id)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', sql<Date>`now()`)
    .where(isWithinStaffLimits('s')),
);

export const updateRefreshToken = query((db, p: Params<{ affiliateId: number; id: string; refreshToken: string }>) =>
  db
    .updateTable('session')
    .set({ refresh_token: p.refreshToken })
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.id)
    .where('refresh_token', 'is not', null),
);

/** Ends a session and those that were made from its tokens. */
export const endSession = query((db, p: Params<{ affiliateId: number; id: string }>) =>
  db
    .updateTable('session')
    .set({ ended_at: sql`now()`, refresh_token: null })
    .where('affiliate_id', '=', p.affiliateId)
    .where((eb) => eb.or([eb('id', '=', p.id), eb('parent_id', '=', p.id)]))
    .where('ended_at', 'is', null)
    .returning('id'),
);

const selectSessions = (db: QueryCreator<Tables>) =>
  db
    .selectFrom('session as s')
    .innerJoin('person as p', 'p.affiliate_id', 's.affiliate_id')
    .select(['s.affiliate_id', 's.id', 'p.sub', 'p.email', 's.refresh_token', 's.issuer_session_id', 's.origin']);

/** Finds the session of a cookie even if it has ended. */
export const findCookieSession = query((db, p: Params<{ affiliateId: number; secretHash: string }>) =>
  selectSessions(db).where('s.affiliate_id', '=', p.affiliateId).where('s.secret_hash', '=', p.secretHash),
);

export type CookieSession = Row<typeof findCookieSession>;

export const listIssuerSessions = query((db, p: Params<{ issuerSessionId: string }>) =>
  selectSessions(db).where('s.issuer_session_id', '=', p.issuerSessionId).where('s.ended_at', 'is', null),
);

/** Sessions that began with a link instead of a sign-in. */
export const listLinkedSessions = query((db, p: Params<{ affiliateId: number }>) =>
  selectSessions(db)
    .where('s.affiliate_id', '=', p.affiliateId)
    .where('s.origin', '=', 'link')
    .where('s.ended_at', 'is', null),
);

/** Staff sessions that are idle, too old or without a second factor. */
export const listInactiveStaffSessions = query((db) =>
  selectSessions(db)
    .where('p.affiliate_type_id', '=', affiliateType.staff)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', sql<Date>`now()`)
    .where('s.origin', '<>', 'command')
    .where((eb) => eb.not(isActiveStaffSession('s'))),
);

/** Serializes signing in and out with the same session of the account service until the transaction ends. */
export const lockIssuerSession = query((db, p: Params<{ issuerSessionId: string }>) =>
  db.selectNoFrom(
    sql`pg_advisory_xact_lock(hashtextextended('issuer-session ' || ${p.issuerSessionId}, 0))`.as('lock'),
  ),
);

/** Sessions are deleted 30 days after they ended. */
export const deleteOldSessions = query((db) =>
  db
    .deleteFrom('session')
    .where((eb) => eb(eb.fn<Date>('least', ['ended_at', 'expires_at']), '<', sql<Date>`now() - interval '30 days'`)),
);

export const listOpenSessions = query((db, p: Params<{ affiliateId: number }>) =>
  db.selectFrom('session').select('id').where('affiliate_id', '=', p.affiliateId).where('ended_at', 'is', null),
);

/** Includes sessions that ended at that moment, whose tabs aren't notified yet. */
export const listSessionsUntil = query((db, p: Params<{ affiliateId: number; until: string }>) => {
  const until = sql<Date>`${p.until}::timestamptz`;
  return db
    .selectFrom('session')
    .select('id')
    .where('affiliate_id', '=', p.affiliateId)
    .where('created_at', '<=', until)
    .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>=', until)]));
});

/** Sessions whose tokens may still be unexpired; a starting process has to reject them. */
export const listRecentlyEndedSessions = query((db, p: Params<{ seconds: number }>) =>
  db
    .selectFrom('session')
    .select('id')
    .where('ended_at', '>', sql<Date>`now() - make_interval(secs => ${p.seconds})`),
);

const deleteExpiredTokens = query((db, p: Params<{ now: Date }>) =>
  db.deleteFrom('taken_token').where('expires_at', '<', p.now),
);

/** Returns no row when the token was redeemed before. */
const insertRedeemedToken = query((db, p: Params<{ tokenId: string; expiresAt: Date }>) =>
  db
    .insertInto('taken_token')
    .values({ token_id: p.tokenId, expires_at: p.expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('token_id'),
);

export async function redeemToken(db: Db, tokenId: string, expiresAt: Date): Promise<boolean> {
  await deleteExpiredTokens(db, { now: new Date() });
  return (await insertRedeemedToken.first(db, { tokenId, expiresAt })) !== undefined;
}

export const findRedeemedToken = query((db, p: Params<{ tokenId: string }>) =>
  db.selectFrom('taken_token').select('token_id').where('token_id', '=', p.tokenId),
);
