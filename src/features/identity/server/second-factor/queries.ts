import { sql } from 'kysely';
import { affiliateType } from '#domain/roles.ts';
import { query, type Params, type Row } from '#platform/server/db/query.ts';

export const findFactor = query((db, p: Params<{ sub: string }>) =>
  db
    .selectFrom('second_factor')
    .select(['id', 'sealed_secret as encryptedSecret', 'last_step as lastStep', 'created_at as createdAt'])
    .where('sub', '=', p.sub),
);

export const upsertFactor = query((db, p: Params<{ sub: string; encryptedSecret: string; step: number }>) =>
  db
    .insertInto('second_factor')
    .values({ sub: p.sub, sealed_secret: p.encryptedSecret, last_step: p.step })
    .onConflict((conflict) =>
      conflict.column('sub').doUpdateSet((eb) => ({
        id: eb.ref('excluded.id'),
        sealed_secret: eb.ref('excluded.sealed_secret'),
        last_step: eb.ref('excluded.last_step'),
        created_at: sql`now()`,
      })),
    ),
);

/** Returns no row if this step or a later one was used. */
export const advanceStep = query((db, p: Params<{ sub: string; step: number }>) =>
  db
    .updateTable('second_factor')
    .set({ last_step: p.step })
    .where('sub', '=', p.sub)
    .where('last_step', '<', p.step)
    .returning('sub'),
);

export const deleteFactor = query((db, p: Params<{ sub: string }>) =>
  db.deleteFrom('second_factor').where('sub', '=', p.sub).returning('sub'),
);

export const findFactorState = query((db, p: Params<{ sub: string }>) =>
  db.selectNoFrom((eb) => [
    eb.exists(eb.selectFrom('second_factor').where('sub', '=', p.sub)).as('hasTotp'),
    eb.exists(eb.selectFrom('passkey').where('sub', '=', p.sub)).as('hasPasskey'),
    eb
      .or([
        eb.exists(
          eb.selectFrom('account').where('sub', '=', p.sub).where('affiliate_type_id', '=', affiliateType.staff),
        ),
        eb.exists(
          eb
            .selectFrom('person as p')
            .innerJoin('staff_member as s', 's.affiliate_id', 'p.affiliate_id')
            .where('p.sub', '=', sql<string>`${p.sub}::uuid::text`),
        ),
      ])
      .as('isStaff'),
  ]),
);

interface FactorUse {
  sub: string;
  usedPasskey: boolean;
  usedApp: boolean;
  authTimeS: number;
}

export const listUsedFactors = query((db, p: Params<FactorUse>) =>
  db
    .selectFrom('passkey')
    .select('id')
    .where('sub', '=', p.sub)
    .where(sql<boolean>`${p.usedPasskey}::boolean`)
    .where(sql<boolean>`date_trunc('second', last_used_at) = to_timestamp(${p.authTimeS})`)
    .unionAll(
      db
        .selectFrom('second_factor')
        .select((eb) => eb.cast<string>('id', 'text').as('id'))
        .where('sub', '=', p.sub)
        .where(sql<boolean>`${p.usedApp}::boolean`)
        .where('created_at', '<', sql<Date>`to_timestamp(${p.authTimeS}::bigint + 1)`),
    ),
);

export const deleteRecoveryCodes = query((db, p: Params<{ sub: string }>) =>
  db.deleteFrom('recovery_code').where('sub', '=', p.sub),
);

export const insertRecoveryCodes = query((db, p: Params<{ sub: string; hashes: string[] }>) =>
  db
    .insertInto('recovery_code')
    .columns(['sub', 'code_hash'])
    .expression(db.selectNoFrom([sql`${p.sub}::uuid`.as('sub'), sql`unnest(${p.hashes}::text[])`.as('code_hash')])),
);

/** Returns no row if the code does not exist or was used. */
export const redeemRecoveryCode = query((db, p: Params<{ sub: string; hash: string }>) =>
  db
    .updateTable('recovery_code')
    .set({ used_at: sql`now()` })
    .where('sub', '=', p.sub)
    .where('code_hash', '=', p.hash)
    .where('used_at', 'is', null)
    .returning('sub'),
);

export const countRecoveryCodes = query((db, p: Params<{ sub: string }>) =>
  db
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('sub', '=', p.sub)
    .where('used_at', 'is', null),
);

const pendingColumns = [
  'sub',
  'password_fingerprint as fingerprint',
  'sealed_secret as encryptedSecret',
  'tries',
] as const;

interface NewPendingSignIn {
  uid: string;
  sub: string;
  fingerprint: string;
  lifetimeS: number;
}

export const upsertPendingSignIn = query((db, p: Params<NewPendingSignIn>) =>
  db
    .insertInto('pending_sign_in')
    .values({
      interaction_uid: p.uid,
      sub: p.sub,
      password_fingerprint: p.fingerprint,
      expires_at: sql`now() + make_interval(secs => ${p.lifetimeS})`,
    })
    .onConflict((conflict) =>
      conflict.column('interaction_uid').doUpdateSet((eb) => ({
        sub: eb.ref('excluded.sub'),
        password_fingerprint: eb.ref('excluded.password_fingerprint'),
        sealed_secret: null,
        tries: 0,
        expires_at: eb.ref('excluded.expires_at'),
      })),
    ),
);

export const findPendingSignIn = query((db, p: Params<{ uid: string }>) =>
  db
    .selectFrom('pending_sign_in')
    .select(pendingColumns)
    .where('interaction_uid', '=', p.uid)
    .where('expires_at', '>', sql<Date>`now()`),
);

export type PendingRow = Row<typeof findPendingSignIn>;

export const incrementTries = query((db, p: Params<{ uid: string }>) =>
  db
    .updateTable('pending_sign_in')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('interaction_uid', '=', p.uid)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(pendingColumns),
);

/** Doesn't replace an earlier secret, and returns the stored one. */
export const setPendingSecret = query((db, p: Params<{ uid: string; encryptedSecret: string }>) =>
  db
    .updateTable('pending_sign_in')
    .set((eb) => ({ sealed_secret: eb.fn.coalesce('sealed_secret', p.encryptedSecret) }))
    .where('interaction_uid', '=', p.uid)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('sealed_secret as encryptedSecret'),
);

export const deletePendingSignIn = query((db, p: Params<{ uid: string }>) =>
  db.deleteFrom('pending_sign_in').where('interaction_uid', '=', p.uid).returning('sub'),
);

export const deleteOldPendingSignIns = query((db) =>
  db.deleteFrom('pending_sign_in').where('expires_at', '<', sql<Date>`now()`),
);

export const deletePasskeys = query((db, p: Params<{ sub: string }>) =>
  db.deleteFrom('passkey').where('sub', '=', p.sub).returning('id'),
);

export const findSubByEmail = query((db, p: Params<{ email: string }>) =>
  db
    .selectFrom('account')
    .select('sub')
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', eb.fn<string>('lower', [p.email]))),
);

export const findPersonBySub = query((db, p: Params<{ sub: string }>) =>
  db.selectFrom('person').select('affiliate_id as affiliateId').where('sub', '=', p.sub),
);
