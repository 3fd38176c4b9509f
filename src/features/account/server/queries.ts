import type { Db } from '#platform/server/db/database.ts';
import { statement } from '#platform/server/db/database.ts';
import { staffSessionLimits } from '#platform/shared/access.ts';
import type { UserAttributes } from '#features/account/shared/contract.ts';
import type { Gender } from '#features/identity/shared/contract.ts';

export interface SessionRow extends UserAttributes {
  id: string;
  sub: string;
  refresh_token: string | null;
  issuer_session_id: string | null;
  deletion_due_at: Date | null;
  has_courses: boolean;
  confirmed_at: Date | null;
  is_email_verified: boolean;
  last_seen_at: Date;
  created_at: Date;
}

/**
 * A child without an address counts as verified through the guardian. Any other person without one, such as a person
 * whose external issuer sends no email claim, has verified nothing.
 */
const isVerifiedSql = `(p.email_verified_at is not null or (p.email is null and exists (
  select 1 from guardian_link g where g.affiliate_id = p.affiliate_id)))`;

/**
 * Staff sessions end sooner, no matter how they began, and need a second factor. Tokens of `npm run token` don't.
 * `session` is the table's alias in the query.
 */
export const isActiveStaffSessionSql = (session: string) =>
  `${session}.created_at > now() - interval '${staffSessionLimits.maxHours} hours'
  and ${session}.last_seen_at > now() - interval '${staffSessionLimits.idleMin} minutes'
  and (${session}.has_second_factor or ${session}.origin = 'command')`;

/**
 * Finds a session that hasn't ended, expired or been idle for too long, and counts as using it, to the minute. The
 * extra five minutes are the lifetime of an access token, during which a person may work without renewing it. Requests
 * of staff record their own use, and a background refresh doesn't count as use. A child's device that a guardian's link
 * signed in for weeks may be idle, because the child has no other way in. A session made from another session's token
 * needs that one to be open as well.
 */
export const findSession = statement<
  SessionRow,
  [affiliateId: number, secretHash: string, idleMin: number, isBackground: boolean]
>(`
  with living as (
    select s.* from session s join person p using (affiliate_id)
    where s.affiliate_id = $1 and s.secret_hash = $2 and s.ended_at is null and s.expires_at > now()
      and (s.last_seen_at > now() - make_interval(mins => $3 + 5)
        or (s.origin = 'link' and s.parent_id is null and s.expires_at > s.created_at + interval '1 day'))
      and (p.affiliate_type_id <> 9 or (${isActiveStaffSessionSql('s')}))
      and (s.parent_id is null or exists (
        select 1 from session parent
        where parent.affiliate_id = s.affiliate_id and parent.id = s.parent_id and parent.ended_at is null
          and parent.expires_at > now() and parent.last_seen_at > now() - make_interval(mins => $3 + 5)
          and (p.affiliate_type_id <> 9 or (${isActiveStaffSessionSql('parent')}))))
  ), seen as (
    update session set last_seen_at = now() from living
    where session.affiliate_id = living.affiliate_id and session.id = living.id
      and living.last_seen_at < now() - interval '1 minute'
      and not ($4 and exists (
        select from person p where p.affiliate_id = living.affiliate_id and p.affiliate_type_id = 9))
  )
  select s.id, p.sub, s.refresh_token, s.issuer_session_id, p.affiliate_id, p.affiliate_type_id, p.email, p.given_name,
         p.middle_name, p.family_name, p.birthdate, p.gender, p.language, p.global_uuid, p.unit, d.due_at as deletion_due_at,
         s.confirmed_at, ${isVerifiedSql} as is_email_verified, s.created_at,
         case when $4 then s.last_seen_at else now() end as last_seen_at,
         exists (select 1 from enrollment e where e.affiliate_id = p.affiliate_id) as has_courses
  from living s join person p using (affiliate_id) left join account_deletion d using (affiliate_id)`);

export interface NewSession {
  affiliate_id: number;
  origin: 'sign-in' | 'link' | 'command';
  secret_hash: string;
  refresh_token: string | null;
  issuer_session_id?: string | null;
  parent_id?: string | null;
  user_agent: string;
  ip: string;
  expires_at: Date;
  confirmed_at?: Date | null;
  credential_ids?: string[];
  has_second_factor?: boolean;
}

export async function insertSession(db: Db, session: NewSession): Promise<string> {
  const { id } = await db.insertInto('session').values(session).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Returns a row if this caller is to check with the account service, so only one of several tabs does. */
export const claimIssuerCheck = statement<{ id: string }, [affiliateId: number, id: string, everyMin: number]>(`
  update session set issuer_checked_at = now()
  where affiliate_id = $1 and id = $2 and ended_at is null and refresh_token is not null
    and issuer_checked_at < now() - make_interval(mins => $3)
  returning id`);

export type ActiveSession = PersonRow & {
  id: string;
  origin: string;
  refresh_token: string | null;
  expires_at: Date;
  deletion_due_at: Date | null;
  has_courses: boolean;
  confirmed_at: Date | null;
  is_email_verified: boolean;
  has_second_factor: boolean;
  last_seen_at: Date;
  created_at: Date;
};

export const findActiveSession = statement<ActiveSession, [affiliateId: number, id: string]>(`
  select s.id, s.origin, s.refresh_token, s.expires_at, p.sub, p.affiliate_id, p.affiliate_type_id, p.email, p.given_name,
         p.middle_name, p.family_name, p.birthdate, p.gender, p.language, p.global_uuid, p.unit, d.due_at as deletion_due_at,
         s.confirmed_at, ${isVerifiedSql} as is_email_verified, s.has_second_factor, s.last_seen_at, s.created_at,
         exists (select 1 from enrollment e where e.affiliate_id = p.affiliate_id) as has_courses
  from session s join person p using (affiliate_id) left join account_deletion d using (affiliate_id)
  where s.affiliate_id = $1 and s.id = $2 and s.ended_at is null and s.expires_at > now()
    and (p.affiliate_type_id <> 9 or (${isActiveStaffSessionSql('s')}))`);

export async function storeRefreshToken(db: Db, affiliateId: number, id: string, refreshToken: string): Promise<void> {
  await db
    .updateTable('session')
    .set({ refresh_token: refreshToken })
    .where('affiliate_id', '=', affiliateId)
    .where('id', '=', id)
    .where('refresh_token', 'is not', null)
    .execute();
}

/** Ends a session and those that were made from its tokens. */
export const endSession = statement<{ id: string }, [affiliateId: number, id: string]>(`
  update session set ended_at = now(), refresh_token = null
  where affiliate_id = $1 and (id = $2 or parent_id = $2) and ended_at is null
  returning id`);

export interface CookieSession {
  affiliate_id: number;
  id: string;
  sub: string;
  email: string | null;
  refresh_token: string | null;
  issuer_session_id: string | null;
  origin: string;
}

const cookieSessionSql = `
  select s.affiliate_id, s.id, p.sub, p.email, s.refresh_token, s.issuer_session_id, s.origin
  from session s join person p using (affiliate_id)`;

/** Finds the session of a cookie even if it has ended. */
export const findCookieSession = statement<CookieSession, [affiliateId: number, secretHash: string]>(
  `${cookieSessionSql} where s.affiliate_id = $1 and s.secret_hash = $2`,
);

export const listIssuerSessions = statement<CookieSession, [issuerSessionId: string]>(
  `${cookieSessionSql} where s.issuer_session_id = $1 and s.ended_at is null`,
);

/** Serializes signing in and out with the same session of the account service until the transaction ends. */
export const lockIssuerSession = statement<unknown, [issuerSessionId: string]>(
  "select pg_advisory_xact_lock(hashtextextended('issuer-session ' || $1, 0))",
);

/** Sessions are deleted 30 days after they ended. */
export const deleteOldSessions = statement<unknown, []>(
  "delete from session where least(ended_at, expires_at) < now() - interval '30 days'",
);

/** Sessions that began with a link instead of a sign-in. */
export const listLinkedSessions = statement<
  { affiliate_id: number; id: string; sub: string; email: string | null },
  [affiliateId: number]
>(`
  select s.affiliate_id, s.id, p.sub, p.email from session s join person p using (affiliate_id)
  where s.affiliate_id = $1 and s.origin = 'link' and s.ended_at is null`);

export async function listSessionIds(db: Db, affiliateId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('session')
    .select('id')
    .where('affiliate_id', '=', affiliateId)
    .where('ended_at', 'is', null)
    .execute();
  return rows.map((row) => row.id);
}

/** Includes sessions that ended at that moment, whose tabs aren't notified yet. */
export const listSessionsUntil = statement<{ id: string }, [affiliateId: number, until: string]>(`
  select id from session where affiliate_id = $1 and created_at <= $2::timestamptz
    and (ended_at is null or ended_at >= $2::timestamptz)`);

/** Sessions whose tokens may still be unexpired; a starting process has to reject them. */
export const listRecentlyEndedSessions = statement<{ id: string }, [seconds: number]>(
  'select id from session where ended_at > now() - make_interval(secs => $1)',
);

export async function redeemToken(db: Db, tokenId: string, expiresAt: Date): Promise<boolean> {
  await db.deleteFrom('taken_token').where('expires_at', '<', new Date()).execute();
  const redeemed = await db
    .insertInto('taken_token')
    .values({ token_id: tokenId, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (redeemed.numInsertedOrUpdatedRows ?? 0n) === 1n;
}

export async function isTokenRedeemed(db: Db, tokenId: string): Promise<boolean> {
  const row = await db.selectFrom('taken_token').select('token_id').where('token_id', '=', tokenId).executeTakeFirst();
  return row !== undefined;
}

const personColumns = [
  'affiliate_id',
  'affiliate_type_id',
  'email',
  'given_name',
  'middle_name',
  'family_name',
  'birthdate',
  'gender',
  'language',
  'global_uuid',
  'unit',
  'sub',
] as const;

export type PersonRow = UserAttributes & { sub: string };

export async function findPersonBySub(db: Db, sub: string): Promise<PersonRow | undefined> {
  return db.selectFrom('person').select(personColumns).$castTo<PersonRow>().where('sub', '=', sub).executeTakeFirst();
}

export async function findPersonByEmail(db: Db, email: string): Promise<PersonRow | undefined> {
  return db
    .selectFrom('person')
    .select(personColumns)
    .$castTo<PersonRow>()
    .where((where) => where(where.fn('lower', ['email']), '=', email.toLowerCase()))
    .orderBy('affiliate_id')
    .executeTakeFirst();
}

export type NewPerson = Pick<
  PersonRow,
  'sub' | 'email' | 'given_name' | 'middle_name' | 'family_name' | 'birthdate' | 'language'
> & {
  gender: Gender | null;
  affiliate_id?: number;
  affiliate_type_id?: number;
};

/** Two tabs may create the same person at the same time; the second finds the row of the first. */
export async function createPerson(db: Db, person: NewPerson): Promise<PersonRow> {
  await db
    .insertInto('person')
    .values(person)
    .onConflict((conflict) => conflict.column('sub').doNothing())
    .execute();
  return db
    .selectFrom('person')
    .select(personColumns)
    .$castTo<PersonRow>()
    .where('sub', '=', person.sub)
    .executeTakeFirstOrThrow();
}

export const updateEmailVerification = statement<unknown, [sub: string, email: string, isVerified: boolean]>(`
  update person set email_verified_at = case when $3 then now() end, version = version + 1
  where sub = $1 and lower(email) = lower($2) and (email_verified_at is not null) <> $3`);

/** Stores the first address of a person, unverified. The account service stores it as well. */
export async function updateEmail(db: Db, affiliateId: number, email: string): Promise<void> {
  await db
    .updateTable('person')
    .set({ email, email_verified_at: null })
    .where('affiliate_id', '=', affiliateId)
    .execute();
}

export async function updateLanguage(db: Db, affiliateId: number, language: string): Promise<void> {
  await db.updateTable('person').set({ language }).where('affiliate_id', '=', affiliateId).execute();
}
