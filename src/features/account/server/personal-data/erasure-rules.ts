import { sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import type { PersonalDataRules } from '#platform/server/privacy/personal-data.ts';
import { listPersonalTables, type PersonKeys } from '#platform/server/privacy/personal-tables.ts';
import { findCredentials } from '#features/identity/server/public.ts';

/** The prefix of an erased person's sub. */
export const erasedPrefix = 'erased:';

/**
 * Leaves a row that other people's records point to: it keeps the numbers of a professional or a store, and no personal
 * data.
 */
const anonymizePerson = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .updateTable('person')
    .set((eb) => ({
      sub: sql`${erasedPrefix} || gen_random_uuid()`,
      global_uuid: sql`gen_random_uuid()`,
      email: null,
      given_name: '',
      middle_name: '',
      family_name: '',
      birthdate: null,
      gender: null,
      language: sql`default`,
      unit: sql`default`,
      city: '',
      country: '',
      available_credit_minor: null,
      available_credit_currency: null,
      member_status: eb.case().when('member_status', 'is not', null).then('Inactive').end(),
      version: eb('version', '+', 1),
    }))
    .where('affiliate_id', '=', p.affiliateId),
);

/** The lock prevents an erasure until the caller's transaction ends. */
const findErasedForShare = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .selectFrom('person')
    .select(sql<boolean>`starts_with(sub, ${erasedPrefix})`.as('isErased'))
    .where('affiliate_id', '=', p.affiliateId)
    .forShare(),
);

/** A person who isn't erased stays so until the caller's transaction ends. */
export async function isErased(db: Db, affiliateId: number): Promise<boolean> {
  return (await findErasedForShare.first(db, { affiliateId }))?.isErased ?? true;
}

export const accountPersonalData = { anonymise: { person: anonymizePerson } } satisfies PersonalDataRules;

/** All of a person's rows, for an erasure. */
export async function loadPersonKeys(
  db: Db,
  { affiliateId, sub }: Pick<PersonKeys, 'affiliateId' | 'sub'>,
): Promise<PersonKeys> {
  const account = (await findCredentials(db, sub))?.account;
  return { affiliateId, sub, email: account?.isEmailVerified ? account.email : null, emailSince: null };
}

const findVerification = query((db, p: Params<{ affiliateId: number }>) =>
  db.selectFrom('person').select('email_verified_at as verifiedAt').where('affiliate_id', '=', p.affiliateId),
);

/** The rows that a person may read: of mail to their address, only what was sent since they proved that it is theirs. */
export async function loadExportKeys(db: Db, person: Pick<PersonKeys, 'affiliateId' | 'sub'>): Promise<PersonKeys> {
  const keys = await loadPersonKeys(db, person);
  const emailSince = (await findVerification.first(db, person))?.verifiedAt ?? null;
  return { ...keys, email: emailSince === null ? null : keys.email, emailSince };
}

/** Retained tables and the reasons, which people are shown before they decide. */
export async function listRetainedTables(db: Db): Promise<{ table: string; reason: string | null }[]> {
  const tables = await listPersonalTables(db);
  return tables.filter(({ onErasure }) => onErasure === 'keep').map(({ name, reason }) => ({ table: name, reason }));
}
