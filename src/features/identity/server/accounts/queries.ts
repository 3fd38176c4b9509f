import { sql } from 'kysely';
import { query, type Params, type Row } from '#platform/server/db/query.ts';
import type { Gender } from '#features/identity/shared/contract.ts';

const columns = [
  'sub',
  'email',
  'password_hash as passwordHash',
  'given_name as givenName',
  'middle_name as middleName',
  'family_name as familyName',
  'birthdate',
  'gender',
  'locale',
  'affiliate_type_id as affiliateTypeId',
  sql<boolean>`email_verified_at is not null`.as('isEmailVerified'),
] as const;

export const findAccountBySub = query((db, p: Params<{ sub: string }>) =>
  db.selectFrom('account').select(columns).where('sub', '=', p.sub),
);

export type AccountRow = Row<typeof findAccountBySub>;

export const findAccountByEmail = query((db, p: Params<{ email: string }>) =>
  db
    .selectFrom('account')
    .select(columns)
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', eb.fn<string>('lower', [p.email]))),
);

export const lockAccount = query((db, p: Params<{ sub: string }>) =>
  db
    .selectFrom('account')
    .select(sql<boolean>`email_verified_at is not null`.as('isEmailVerified'))
    .where('sub', '=', p.sub)
    .forNoKeyUpdate(),
);

interface StoredAccount {
  /** Null for a new one. */
  sub: string | null;
  email: string | null;
  passwordHash: string | null;
  givenName: string;
  middleName: string;
  familyName: string;
  birthdate: string | null;
  gender: Gender | null;
  locale: string;
  affiliateTypeId: number;
}

/** Returns no row if the email or the sub exists. */
export const insertAccount = query((db, p: Params<StoredAccount>) =>
  db
    .insertInto('account')
    .values((eb) => ({
      sub: eb.fn.coalesce(p.sub, sql<string>`gen_random_uuid()`),
      email: p.email,
      password_hash: p.passwordHash,
      given_name: p.givenName,
      middle_name: p.middleName,
      family_name: p.familyName,
      birthdate: p.birthdate,
      gender: p.gender,
      locale: p.locale,
      affiliate_type_id: p.affiliateTypeId,
    }))
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns),
);

/** Updates nothing if the password isn't the former one. */
export const updatePasswordHash = query(
  (db, p: Params<{ sub: string; passwordHash: string; formerHash: string | null }>) =>
    db
      .updateTable('account')
      .set((eb) => ({ password_hash: p.passwordHash, version: eb('version', '+', 1) }))
      .where('sub', '=', p.sub)
      .where('password_hash', 'is not distinct from', p.formerHash)
      .returning(columns),
);

/** Updates nothing if the address is taken, or the account has an address by now. */
export const updateSignInCredentials = query((db, p: Params<{ sub: string; email: string; passwordHash: string }>) =>
  db
    .updateTable('account')
    .set((eb) => ({
      email: p.email,
      password_hash: p.passwordHash,
      email_verified_at: null,
      delete_unverified_at: null,
      version: eb('version', '+', 1),
    }))
    .where('sub', '=', p.sub)
    .where('email', 'is', null)
    .where(({ eb, not, exists }) =>
      not(
        exists(
          eb
            .selectFrom('account as a')
            .where((eb) => eb(eb.fn<string>('lower', ['a.email']), '=', eb.fn<string>('lower', [p.email]))),
        ),
      ),
    )
    .returning(columns),
);

export const markEmailVerified = query((db, p: Params<{ sub: string }>) =>
  db
    .updateTable('account')
    .set((eb) => ({ email_verified_at: sql`now()`, version: eb('version', '+', 1) }))
    .where('sub', '=', p.sub)
    .where('email_verified_at', 'is', null),
);

interface StoredNames {
  sub: string;
  givenName: string;
  middleName: string;
  familyName: string;
  birthdate: string | null;
  gender: Gender | null;
}

export const updateNames = query((db, p: Params<StoredNames>) =>
  db
    .updateTable('account')
    .set((eb) => ({
      given_name: p.givenName,
      middle_name: p.middleName,
      family_name: p.familyName,
      birthdate: p.birthdate,
      gender: p.gender,
      version: eb('version', '+', 1),
    }))
    .where('sub', '=', p.sub),
);

export const updateLocale = query((db, p: Params<{ sub: string; locale: string }>) =>
  db
    .updateTable('account')
    .set((eb) => ({ locale: p.locale, version: eb('version', '+', 1) }))
    .where('sub', '=', p.sub)
    .where('locale', '<>', p.locale),
);

/** Returns no row if there was no password. */
export const removePassword = query((db, p: Params<{ sub: string }>) =>
  db
    .updateTable('account')
    .set((eb) => ({ password_hash: null, version: eb('version', '+', 1) }))
    .where('sub', '=', p.sub)
    .where('password_hash', 'is not', null)
    .returning('sub'),
);

/** Deletes the recovery codes with the factor. */
export const deleteCredentialsSince = query((db, p: Params<{ sub: string; since: Date }>) =>
  db
    .with('keys', (db) =>
      db.deleteFrom('passkey').where('sub', '=', p.sub).where('created_at', '>=', p.since).returning('id'),
    )
    .with('factors', (db) =>
      db.deleteFrom('second_factor').where('sub', '=', p.sub).where('created_at', '>=', p.since).returning('sub'),
    )
    .with('codes', (db) => db.deleteFrom('recovery_code as r').using('factors as f').whereRef('r.sub', '=', 'f.sub'))
    .selectNoFrom((eb) => {
      const count = eb.fn.countAll<number>().as('count');
      return [
        eb.selectFrom('keys').select(count).$asScalar().$notNull().as('passkeys'),
        eb.selectFrom('factors').select(count).$asScalar().$notNull().as('factors'),
      ];
    }),
);

/** The database's clock, which sessions use as well: a session that starts with the new password stays open. */
export const readClock = query((db) => db.selectNoFrom(sql<string>`clock_timestamp()::text`.as('now')));

/** Updates the portal's table directly, because a stranger's session would stay open while a job is queued. */
export const endSessions = query((db, p: Params<{ sub: string }>) =>
  db
    .updateTable('session')
    .from('person')
    .set({ ended_at: sql`clock_timestamp()`, refresh_token: null })
    .where('person.sub', '=', p.sub)
    .whereRef('session.affiliate_id', '=', 'person.affiliate_id')
    .where('session.ended_at', 'is', null)
    .returning(['session.id', 'person.email']),
);

/** Returns no row if the address was verified since. */
export const lockUnverifiedAccount = query((db, p: Params<{ sub: string }>) =>
  db
    .selectFrom('account')
    .select('sub')
    .where('sub', '=', p.sub)
    .where('email', 'is not', null)
    .where('email_verified_at', 'is', null)
    .forUpdate(),
);

export const deleteAccount = query((db, p: Params<{ sub: string }>) =>
  db.deleteFrom('account').where('sub', '=', p.sub),
);

/** A page of the accounts whose address wasn't verified in time. */
export const listExpiredAccounts = query((db, p: Params<{ after: string; limit: number }>) =>
  db
    .selectFrom('account')
    .select('sub')
    .where('email', 'is not', null)
    .where('email_verified_at', 'is', null)
    .where('delete_unverified_at', '<', sql<Date>`now()`)
    .where('sub', '>', p.after)
    .orderBy('sub')
    .limit(p.limit),
);
