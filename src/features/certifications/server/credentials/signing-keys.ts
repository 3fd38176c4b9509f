import { randomBytes } from 'node:crypto';
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { type Db, statement } from '#platform/server/db/database.ts';
import { publish } from '#platform/server/events/pubsub.ts';
import { decryptBytes, encryptBytes } from '#platform/server/crypto/secrets.ts';
import type { CardKeys } from '#features/certifications/shared/credential.ts';

/** What anybody checks cards against has changed: the keys, or the list. */
export const publishedChannel = 'certifications.published';

export interface SigningKey {
  keyId: string;
  key: CryptoKey;
  createdAt: Date;
}

const purpose = 'card-key';
export const encryptedCardKeys = { table: 'card_key', column: 'sealed_private_jwk', purpose };

const selectCurrent = statement<{ keyId: string; sealed: Buffer; createdAt: Date }, []>(`
  select key_id as "keyId", sealed_private_jwk as sealed, created_at as "createdAt"
  from card_key where retired_at is null`);
const insertKey = statement<{ keyId: string }, [keyId: string, publicJwk: string, sealed: Buffer]>(`
  insert into card_key (key_id, public_jwk, sealed_private_jwk) values ($1, $2::jsonb, $3)
  on conflict ((retired_at is null)) where retired_at is null do nothing returning key_id as "keyId"`);
const lockKeys = statement<unknown, []>('lock table card_key in exclusive mode');
const retireCurrent = statement<unknown, []>('update card_key set retired_at = now() where retired_at is null');
const selectPublic = statement<{ jwk: JWK }, []>(
  'select public_jwk as jwk from card_key order by created_at desc, key_id',
);

const keyCache = new Map<string, CryptoKey>();

/** The key that signs now. The first who needs one makes it; of many at one moment, all use the same. */
export async function getCurrentKey(db: Db, secretKeys: readonly string[]): Promise<SigningKey> {
  const [row] = await selectCurrent(db);
  if (row === undefined) {
    await createKey(db, secretKeys);
    return getCurrentKey(db, secretKeys);
  }
  let key = keyCache.get(row.keyId);
  if (key === undefined) {
    const jwk = JSON.parse(decryptBytes(secretKeys, purpose, row.sealed).toString()) as JWK;
    key = (await importJWK(jwk, 'EdDSA')) as CryptoKey;
    keyCache.set(row.keyId, key);
  }
  return { keyId: row.keyId, key, createdAt: row.createdAt };
}

/** The public parts of every key that ever signed: what an old one signed stays valid. */
export async function listPublicKeys(db: Db): Promise<CardKeys> {
  return { keys: (await selectPublic(db)).map(({ jwk }) => jwk) };
}

/** From now on another key signs. In a transaction, so that there is never none. */
export async function rotateKey(db: Db, secretKeys: readonly string[]): Promise<string> {
  await lockKeys(db);
  await retireCurrent(db);
  return createKey(db, secretKeys);
}

async function createKey(db: Db, secretKeys: readonly string[]): Promise<string> {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  // Short, because it stands in every code; it only has to tell our own keys apart.
  const keyId = randomBytes(6).toString('base64url');
  const shown = { ...(await exportJWK(publicKey)), kid: keyId, alg: 'EdDSA', use: 'sig' };
  const sealed = encryptBytes(secretKeys, purpose, Buffer.from(JSON.stringify(await exportJWK(privateKey))));
  const [made] = await insertKey(db, keyId, JSON.stringify(shown), sealed);
  // Who has read the keys a moment ago has not seen this one.
  if (made !== undefined) await publish(db, publishedChannel, null);
  return keyId;
}
