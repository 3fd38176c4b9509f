import { sql, type UpdateObject } from 'kysely';
import type { AdapterPayload } from 'oidc-provider';
import { query, toJson, type Params, type Row } from '#platform/server/db/query.ts';
import type { Tables } from '#platform/server/db/table-types.ts';

const payloadColumns = [
  'payload',
  sql<number | null>`extract(epoch from consumed_at)::float8`.as('consumedS'),
] as const;

interface StoredPayload {
  model: string;
  id: string;
  payload: AdapterPayload;
  accountId: string | null;
  grantId: string | null;
  uid: string | null;
  expiresInS: number | null;
}

/** Doesn't change an ended session. */
export const upsertPayload = query((db, p: Params<StoredPayload>) =>
  db
    .insertInto('oidc_payload')
    .values({
      model: p.model,
      id: p.id,
      payload: toJson(p.payload),
      account_id: p.accountId,
      grant_id: p.grantId,
      uid: p.uid,
      expires_at: sql`now() + make_interval(secs => ${p.expiresInS})`,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['model', 'id'])
        .doUpdateSet((eb) => ({
          payload: sql`excluded.payload`,
          account_id: eb.ref('excluded.account_id'),
          grant_id: eb.ref('excluded.grant_id'),
          uid: eb.ref('excluded.uid'),
          expires_at: eb.ref('excluded.expires_at'),
        }))
        .where('oidc_payload.ended_at', 'is', null),
    ),
);

export const findPayload = query((db, p: Params<{ model: string; id: string }>) =>
  db
    .selectFrom('oidc_payload')
    .select(payloadColumns)
    .where('model', '=', p.model)
    .where('id', '=', p.id)
    .where('ended_at', 'is', null),
);

export type PayloadRow = Row<typeof findPayload>;

export const findPayloadByUid = query((db, p: Params<{ model: string; uid: string }>) =>
  db
    .selectFrom('oidc_payload')
    .select(payloadColumns)
    .where('model', '=', p.model)
    .where('uid', '=', p.uid)
    .where('ended_at', 'is', null),
);

/** Returns no row if the payload was consumed before. */
export const consumePayload = query((db, p: Params<{ model: string; id: string }>) =>
  db
    .updateTable('oidc_payload')
    .set({ consumed_at: sql`now()` })
    .where('model', '=', p.model)
    .where('id', '=', p.id)
    .where('consumed_at', 'is', null)
    .returning('id'),
);

export const deletePayload = query((db, p: Params<{ model: string; id: string }>) =>
  db.deleteFrom('oidc_payload').where('model', '=', p.model).where('id', '=', p.id),
);

export const deletePayloadsByGrant = query((db, p: Params<{ model: string; grantId: string }>) =>
  db.deleteFrom('oidc_payload').where('model', '=', p.model).where('grant_id', '=', p.grantId),
);

/**
 * An ended session remains as an empty row until it would have expired: oidc-provider saves the session at the end of
 * every request, and a request of another tab that began before the sign-out would bring it back.
 */
const endedColumns = {
  ended_at: sql<Date>`now()`,
  payload: '{}',
  account_id: null,
  grant_id: null,
} satisfies UpdateObject<Tables, 'oidc_payload'>;

export const endSession = query((db, p: Params<{ id: string }>) =>
  db.updateTable('oidc_payload').set(endedColumns).where('model', '=', 'Session').where('id', '=', p.id),
);

export const extendSession = query((db, p: Params<{ uid: string; lifetimeS: number }>) =>
  db
    .updateTable('oidc_payload')
    .set({
      expires_at: sql`now() + make_interval(secs => ${p.lifetimeS})`,
      payload: sql`payload || jsonb_build_object('exp', extract(epoch from now())::bigint + ${p.lifetimeS}::bigint)`,
    })
    .where('model', '=', 'Session')
    .where('uid', '=', p.uid)
    .where('ended_at', 'is', null),
);

/** Deletes a browser's session and everything that was issued in it. */
export const revokeSession = query((db, p: Params<{ uid: string }>) =>
  db
    .with('living', (db) =>
      db
        .selectFrom('oidc_payload')
        .select(['id', 'payload'])
        .where('model', '=', 'Session')
        .where('uid', '=', p.uid)
        .where('ended_at', 'is', null)
        .forNoKeyUpdate(),
    )
    .with('emptied', (db) =>
      db
        .updateTable('oidc_payload')
        .from('living')
        .set(endedColumns)
        .where('oidc_payload.model', '=', 'Session')
        .whereRef('oidc_payload.id', '=', 'living.id'),
    )
    .with('granted', (db) =>
      db
        .selectFrom([
          'living',
          sql<{ value: unknown }>`jsonb_each(coalesce(living.payload -> 'authorizations', '{}'))`.as('entry'),
        ])
        .select(sql<string>`entry.value ->> 'grantId'`.as('id')),
    )
    .deleteFrom('oidc_payload')
    .where('model', 'not in', ['Session', 'Interaction'])
    .where((eb) => {
      // A subquery in one of several conditions would hide the indexes of all of them.
      const grantIds = sql<string[]>`array(${eb.selectFrom('granted').select('granted.id')})`;
      return eb.or([
        eb('uid', '=', p.uid),
        eb('grant_id', '=', eb.fn.any(grantIds)),
        eb.and([eb('model', '=', 'Grant'), eb('id', '=', eb.fn.any(grantIds))]),
      ]);
    }),
);

/** Deletes every session, grant and token of a person. */
export const revokeAccountGrants = query((db, p: Params<{ sub: string }>) =>
  db
    .with('ended', (db) =>
      db.updateTable('oidc_payload').set(endedColumns).where('account_id', '=', p.sub).where('model', '=', 'Session'),
    )
    .deleteFrom('oidc_payload')
    .where('account_id', '=', p.sub)
    .where('model', '<>', 'Session'),
);

export const deleteExpiredPayloads = query((db) =>
  db
    .with('gone', (db) =>
      db
        .deleteFrom('oidc_payload')
        .where('expires_at', '<', sql<Date>`now() - interval '1 minute'`)
        .returning('id'),
    )
    .selectFrom('gone')
    .select((eb) => eb.fn.countAll<number>().as('count')),
);

export const findRefreshToken = query((db, p: Params<{ id: string }>) =>
  db.selectFrom('oidc_payload').select('uid').where('model', '=', 'RefreshToken').where('id', '=', p.id),
);

export const lockSigningKeys = query((db) =>
  db.selectNoFrom(sql`pg_advisory_xact_lock(hashtext('signing_key'))`.as('lock')),
);

/** The signing key is the first one. */
export const listSigningKeys = query((db) =>
  db
    .selectFrom('signing_key')
    .select(['kid', 'sealed_jwk as encryptedJwk'])
    .orderBy(sql`signs_from <= now()`, 'desc')
    .orderBy('signs_from', 'desc')
    .orderBy('kid'),
);

export const insertSigningKey = query((db, p: Params<{ kid: string; encryptedJwk: string; signsInS: number }>) =>
  db.insertInto('signing_key').values({
    kid: p.kid,
    sealed_jwk: p.encryptedJwk,
    signs_from: sql`now() + make_interval(secs => ${p.signsInS})`,
  }),
);

/** A key is deleted once no ID token that it signed can be used as a hint. */
export const deleteExpiredSigningKeys = query((db, p: Params<{ retainedHours: number }>) =>
  db.deleteFrom('signing_key as old').where((eb) =>
    eb.exists(
      eb
        .selectFrom('signing_key as newer')
        .whereRef('newer.signs_from', '>', 'old.signs_from')
        .where('newer.signs_from', '<', sql<Date>`now() - make_interval(hours => ${p.retainedHours})`),
    ),
  ),
);
