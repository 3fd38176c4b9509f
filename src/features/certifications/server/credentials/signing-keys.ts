import { randomBytes } from 'node:crypto';
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { query, toJson, type Params } from '#platform/server/db/query.ts';
import { rawQuery } from '#platform/server/db/raw-query.ts';
import { publish } from '#platform/server/events/pubsub.ts';
import { EncryptionContext } from '#platform/server/crypto/encryption-context.ts';
import { decryptBytes, encryptBytes } from '#platform/server/crypto/secrets.ts';
import type { CardKeys } from '#features/certifications/shared/credential.ts';

/** Published when the keys or the status list change. */
export const publishedChannel = 'certifications.published';

export interface SigningKey {
  keyId: string;
  key: CryptoKey;
  createdAt: Date;
}

const purpose = 'card-key';
export const encryptedCardKeys = { table: 'card_key', column: 'sealed_private_jwk', purpose } as const;
export const contextOfCardKey = (keyId: string) =>
  EncryptionContext.ofRow(purpose, encryptedCardKeys.table, encryptedCardKeys.column, { key_id: keyId });

const findCurrentKey = query((db) =>
  db
    .selectFrom('card_key')
    .select(['key_id as keyId', 'sealed_private_jwk as encrypted', 'created_at as createdAt'])
    .where('retired_at', 'is', null),
);
/** Returns no row if there is a current key. */
const insertKey = query((db, p: Params<{ keyId: string; publicJwk: JWK; encrypted: Buffer }>) =>
  db
    .insertInto('card_key')
    .values({ key_id: p.keyId, public_jwk: toJson(p.publicJwk), sealed_private_jwk: p.encrypted })
    .onConflict((conflict) =>
      conflict
        .expression(sql`(retired_at is null)`)
        .where('retired_at', 'is', null)
        .doNothing(),
    )
    .returning('key_id as keyId'),
);
/** SQL, because the builder has no table locks. */
const lockKeys = rawQuery({}, () => sql`lock table card_key in exclusive mode`);
const retireCurrentKey = query((db) =>
  db
    .updateTable('card_key')
    .set({ retired_at: sql`now()` })
    .where('retired_at', 'is', null),
);
const listJwks = query((db) =>
  db.selectFrom('card_key').select('public_jwk as jwk').orderBy('created_at', 'desc').orderBy('key_id'),
);

const keyCache = new Map<string, CryptoKey>();

/** The current signing key. The first caller creates it; concurrent callers share it. */
export async function getCurrentKey(db: Db, secretKeys: readonly string[]): Promise<SigningKey> {
  const row = await findCurrentKey.first(db);
  if (row === undefined) {
    await createKey(db, secretKeys);
    return getCurrentKey(db, secretKeys);
  }
  let key = keyCache.get(row.keyId);
  if (key === undefined) {
    const jwk = JSON.parse(decryptBytes(secretKeys, contextOfCardKey(row.keyId), row.encrypted).toString()) as JWK;
    key = (await importJWK(jwk, 'EdDSA')) as CryptoKey;
    keyCache.set(row.keyId, key);
  }
  return { keyId: row.keyId, key, createdAt: row.createdAt };
}

/** The public keys of every key that ever signed, so old signatures stay valid. */
export async function listPublicKeys(db: Db): Promise<CardKeys> {
  return { keys: (await listJwks(db)).map(({ jwk }) => jwk) };
}

/** Replaces the signing key. Runs in a transaction, so there is always a current key. */
export async function rotateKey(db: Db, secretKeys: readonly string[]): Promise<string> {
  await lockKeys(db);
  await retireCurrentKey(db);
  return createKey(db, secretKeys);
}

async function createKey(db: Db, secretKeys: readonly string[]): Promise<string> {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  // Kept short, because every QR code contains it; it only distinguishes our own keys.
  const keyId = randomBytes(6).toString('base64url');
  const publicJwk = { ...(await exportJWK(publicKey)), kid: keyId, alg: 'EdDSA', use: 'sig' };
  const encrypted = encryptBytes(
    secretKeys,
    contextOfCardKey(keyId),
    Buffer.from(JSON.stringify(await exportJWK(privateKey))),
  );
  const inserted = await insertKey.first(db, { keyId, publicJwk, encrypted });
  // Cached key sets don't contain the new key yet.
  if (inserted !== undefined) await publish(db, publishedChannel, null);
  return keyId;
}
