import { sql } from 'kysely';
import { query, type Params } from '#platform/server/db/query.ts';

interface NewCode {
  sub: string;
  codeHash: string;
  lifetimeS: number;
  maxAttempts: number;
}

export const upsertCode = query((db, p: Params<NewCode>) =>
  db
    .insertInto('email_verification')
    .values({
      sub: p.sub,
      code_hash: p.codeHash,
      expires_at: sql`now() + make_interval(secs => ${p.lifetimeS})`,
      tries_left: p.maxAttempts,
    })
    .onConflict((conflict) =>
      conflict.column('sub').doUpdateSet((eb) => ({
        code_hash: eb.ref('excluded.code_hash'),
        expires_at: eb.ref('excluded.expires_at'),
        tries_left: eb.ref('excluded.tries_left'),
        sent_at: sql`now()`,
      })),
    ),
);

/** An attempt is counted before the code is compared, so parallel guesses can't share one. */
export const consumeAttempt = query((db, p: Params<{ sub: string }>) =>
  db
    .updateTable('email_verification')
    .set((eb) => ({ tries_left: eb('tries_left', '-', 1) }))
    .where('sub', '=', p.sub)
    .where('tries_left', '>', 0)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('code_hash as codeHash'),
);

export const findActiveCode = query((db, p: Params<{ sub: string }>) =>
  db
    .selectFrom('email_verification')
    .select('sub')
    .where('sub', '=', p.sub)
    .where('tries_left', '>', 0)
    .where('expires_at', '>', sql<Date>`now()`),
);

export const deleteCode = query((db, p: Params<{ sub: string }>) =>
  db.deleteFrom('email_verification').where('sub', '=', p.sub),
);

/** Updates nothing if the address was verified before. */
export const verifyAccount = query((db, p: Params<{ sub: string }>) =>
  db
    .updateTable('account')
    .set((eb) => ({ email_verified_at: sql`now()`, version: eb('version', '+', 1) }))
    .where('sub', '=', p.sub)
    .where('email', 'is not', null)
    .where('email_verified_at', 'is', null)
    .returning((eb) => eb.ref('email').$notNull().as('email')),
);

/** Updates the portal's copy in the same transaction. A person who never opened the portal has none yet. */
export const verifyPerson = query((db, p: Params<{ sub: string; email: string }>) =>
  db
    .updateTable('person')
    .set((eb) => ({ email_verified_at: sql`now()`, version: eb('version', '+', 1) }))
    .where('sub', '=', p.sub)
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', eb.fn<string>('lower', [p.email])))
    .where('email_verified_at', 'is', null),
);

export const deletePasskeysExcept = query((db, p: Params<{ sub: string; retainedIds: readonly string[] }>) =>
  db
    .deleteFrom('passkey')
    .where('sub', '=', p.sub)
    .where(sql<boolean>`id <> all(${p.retainedIds}::text[])`)
    .returning('id'),
);

/** Deletes the recovery codes with the factor. */
export const deleteFactorExcept = query((db, p: Params<{ sub: string; retainedIds: readonly string[] }>) =>
  db
    .with('factor', (db) =>
      db
        .deleteFrom('second_factor')
        .where('sub', '=', p.sub)
        .where(sql<boolean>`id::text <> all(${p.retainedIds}::text[])`)
        .returning('id'),
    )
    .with('codes', (db) =>
      db
        .deleteFrom('recovery_code')
        .where('sub', '=', p.sub)
        .where((eb) => eb.exists(eb.selectFrom('factor'))),
    )
    .selectFrom('factor')
    .select('id'),
);

export const deletePendingSignIns = query((db, p: Params<{ sub: string }>) =>
  db.deleteFrom('pending_sign_in').where('sub', '=', p.sub),
);

export const clearPassword = query((db, p: Params<{ sub: string }>) =>
  db
    .updateTable('account')
    .set((eb) => ({ password_hash: null, version: eb('version', '+', 1) }))
    .where('sub', '=', p.sub),
);

/** Updates nothing if the account has another address by now, or the new one is taken. */
export const updateAccountEmail = query((db, p: Params<{ sub: string; from: string; to: string }>) =>
  db
    .updateTable('account')
    .set((eb) => ({ email: p.to, email_verified_at: sql`now()`, version: eb('version', '+', 1) }))
    .where('sub', '=', p.sub)
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', eb.fn<string>('lower', [p.from])))
    .where(({ eb, not, exists }) =>
      not(
        exists(
          eb
            .selectFrom('account as a')
            .where((eb) => eb(eb.fn<string>('lower', ['a.email']), '=', eb.fn<string>('lower', [p.to])))
            .where('a.sub', '<>', p.sub),
        ),
      ),
    )
    .returning('sub'),
);

/** Accounts that existed before they had an address have no `delete_unverified_at`, and are never closed by a link. */
export const clearUnverifiedEmail = query((db, p: Params<{ sub: string }>) =>
  db
    .updateTable('account')
    .set((eb) => ({ email: null, password_hash: null, version: eb('version', '+', 1) }))
    .where('sub', '=', p.sub)
    .where('email_verified_at', 'is', null)
    .where('delete_unverified_at', 'is not', null)
    .returning('sub'),
);
