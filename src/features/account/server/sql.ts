import type { Db } from '../../../platform/server/db.ts';
import { statement } from '../../../platform/server/db.ts';
import type { UserAttributes } from '../shared/contract.ts';

export interface SessionRow extends UserAttributes {
  id: string;
  sub: string;
  refresh_token: string | null;
  id_token: string | null;
  issuer_checked_at: Date;
}

/** A session that was neither ended nor left idle nor outlived. */
export const findSession = statement<SessionRow, [affiliateId: number, secretHash: string, idleMin: number]>(`
  select s.id, p.sub, s.refresh_token, s.id_token, s.issuer_checked_at, p.affiliate_id, p.affiliate_type_id, p.email,
         p.given_name, p.middle_name, p.family_name, p.birthdate, p.gender, p.language, p.global_uuid
  from session s join person p using (affiliate_id)
  where s.affiliate_id = $1 and s.secret_hash = $2 and s.ended_at is null and s.expires_at > now()
    and s.last_seen_at > now() - make_interval(mins => $3)`);

export interface NewSession {
  affiliate_id: number;
  secret_hash: string;
  refresh_token: string | null;
  id_token: string | null;
  user_agent: string;
  ip: string;
  expires_at: Date;
}

export async function insertSession(db: Db, session: NewSession): Promise<string> {
  const { id } = await db.insertInto('session').values(session).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function touchSession(db: Db, affiliateId: number, id: string): Promise<void> {
  await db
    .updateTable('session')
    .set({ last_seen_at: new Date() })
    .where('affiliate_id', '=', affiliateId)
    .where('id', '=', id)
    .execute();
}

export async function keepRefreshToken(
  db: Db,
  affiliateId: number,
  id: string,
  refreshToken: string | null,
): Promise<void> {
  await db
    .updateTable('session')
    .set({ issuer_checked_at: new Date(), ...(refreshToken === null ? {} : { refresh_token: refreshToken }) })
    .where('affiliate_id', '=', affiliateId)
    .where('id', '=', id)
    .execute();
}

export async function endSession(db: Db, affiliateId: number, id: string): Promise<void> {
  await db
    .updateTable('session')
    .set({ ended_at: new Date(), refresh_token: null, id_token: null })
    .where('affiliate_id', '=', affiliateId)
    .where('id', '=', id)
    .execute();
}

export async function listSessionIds(db: Db, affiliateId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('session')
    .select('id')
    .where('affiliate_id', '=', affiliateId)
    .where('ended_at', 'is', null)
    .execute();
  return rows.map((row) => row.id);
}

/** Sessions whose tokens may still be unexpired; a process that starts must refuse them too. */
export const listJustEnded = statement<{ id: string }, [seconds: number]>(
  'select id from session where ended_at > now() - make_interval(secs => $1)',
);

export async function takeToken(db: Db, tokenId: string, expiresAt: Date): Promise<boolean> {
  await db.deleteFrom('taken_token').where('expires_at', '<', new Date()).execute();
  const taken = await db
    .insertInto('taken_token')
    .values({ token_id: tokenId, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (taken.numInsertedOrUpdatedRows ?? 0n) === 1n;
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
  'sub',
] as const;

export type PersonRow = UserAttributes & { sub: string };

export async function findPersonBySub(db: Db, sub: string): Promise<PersonRow | undefined> {
  return db.selectFrom('person').select(personColumns).where('sub', '=', sub).executeTakeFirst();
}

export async function findPerson(db: Db, affiliateId: number): Promise<PersonRow | undefined> {
  return db.selectFrom('person').select(personColumns).where('affiliate_id', '=', affiliateId).executeTakeFirst();
}

export async function findPersonByEmail(db: Db, email: string): Promise<PersonRow | undefined> {
  return db
    .selectFrom('person')
    .select(personColumns)
    .where((where) => where(where.fn('lower', ['email']), '=', email.toLowerCase()))
    .orderBy('affiliate_id')
    .executeTakeFirst();
}

export type NewPerson = Pick<
  PersonRow,
  'sub' | 'email' | 'given_name' | 'middle_name' | 'family_name' | 'birthdate' | 'gender' | 'language'
> & {
  affiliate_id?: number;
  affiliate_type_id?: number;
};

/** Two tabs may bring the same new person at once: the second finds what the first made. */
export async function createPerson(db: Db, person: NewPerson): Promise<PersonRow> {
  await db
    .insertInto('person')
    .values(person)
    .onConflict((conflict) => conflict.column('sub').doNothing())
    .execute();
  return db.selectFrom('person').select(personColumns).where('sub', '=', person.sub).executeTakeFirstOrThrow();
}

/** Whether there was such a person: the address must be the one of this affiliate. */
export async function updateLanguage(db: Db, affiliateId: number, email: string, language: string): Promise<boolean> {
  const result = await db
    .updateTable('person')
    .set((set) => ({ language, version: set('version', '+', 1) }))
    .where('affiliate_id', '=', affiliateId)
    .where((where) => where(where.fn('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
