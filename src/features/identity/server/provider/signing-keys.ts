import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import type { JWK, JWKS } from 'oidc-provider';
import { statement, type Database, type Db } from '#platform/server/db/database.ts';
import type { Env } from '#platform/server/config/env.ts';
import { decrypt, encrypt } from '#platform/server/crypto/secrets.ts';

const purpose = 'oidc-signing-key';
export const encryptedSigningKeyColumn = { table: 'signing_key', column: 'sealed_jwk', purpose };
export const signingAlgorithm = 'ES256';
/** A new key is published for a day before it signs, longer than anybody caches a key set. */
const publishedAheadS = 86_400;

type Keys = Pick<Env, 'SECRET_KEYS' | 'SESSION_MAX_HOURS'>;

const lockKeys = statement<unknown, []>("select pg_advisory_xact_lock(hashtext('signing_key'))");
const selectKeys = statement<{ sealed_jwk: string }, []>(`
  select sealed_jwk from signing_key order by signs_from <= now() desc, signs_from desc, kid`);
const insertKey = statement<unknown, [string, string, number]>(`
  insert into signing_key (kid, sealed_jwk, signs_from) values ($1, $2, now() + make_interval(secs => $3))`);
/** A key stays until the last ID token that could be shown to us as a hint is gone. */
const deleteExpiredKeys = statement<unknown, [number]>(`
  delete from signing_key old where exists (
    select 1 from signing_key newer
    where newer.signs_from > old.signs_from and newer.signs_from < now() - make_interval(hours => $1))`);

/** The keys with the one that signs first. Made by whichever process comes first; the others wait and read it. */
export async function loadSigningKeys(database: Database, env: Keys): Promise<JWKS> {
  return database.inTransaction('signing-keys', async (db) => {
    await lockKeys(db);
    const keys = await decryptKeys(db, env);
    // Also when the secret was replaced without keeping the old one: nothing opens the stored keys any more.
    return { keys: keys.length > 0 ? keys : [await addKey(db, env, 0)] };
  });
}

/** Adds a key that signs from tomorrow and drops what has been outlived. Processes see it when they next start. */
export async function rotateSigningKey(database: Database, env: Keys): Promise<string> {
  return database.inTransaction('signing-keys', async (db) => {
    await lockKeys(db);
    await deleteExpiredKeys(db, env.SESSION_MAX_HOURS + 24);
    return (await addKey(db, env, publishedAheadS)).kid;
  });
}

async function decryptKeys(db: Db, env: Keys): Promise<JWK[]> {
  const rows = await selectKeys(db);
  return rows.flatMap(({ sealed_jwk: sealed }) => {
    try {
      return [JSON.parse(decrypt(env.SECRET_KEYS, purpose, sealed)) as JWK];
    } catch {
      return [];
    }
  });
}

async function addKey(db: Db, env: Keys, signsInS: number): Promise<JWK & { kid: string }> {
  const { privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
  const exported = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(exported);
  const jwk = { ...exported, kid, alg: signingAlgorithm, use: 'sig' } as JWK & { kid: string };
  await insertKey(db, kid, encrypt(env.SECRET_KEYS, purpose, JSON.stringify(jwk)), signsInS);
  return jwk;
}
