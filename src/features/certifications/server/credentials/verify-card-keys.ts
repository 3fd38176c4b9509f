import type { JWK } from 'jose';
import type { Db } from '#platform/server/db/database.ts';
import { query } from '#platform/server/db/query.ts';
import { decryptBytes } from '#platform/server/crypto/secrets.ts';
import { contextOfCardKey } from './signing-keys.ts';

const listKeys = query((db) =>
  db
    .selectFrom('card_key')
    .select([
      'key_id as keyId',
      'public_jwk as publicJwk',
      'sealed_private_jwk as encrypted',
      'retired_at as retiredAt',
    ])
    .orderBy('created_at'),
);

/** Checks that each key can sign and that the published key verifies its signatures. Returns the number of keys. */
export async function verifyCardKeys(
  db: Db,
  secretKeys: readonly string[],
  onProblem: (problem: string) => void,
): Promise<number> {
  const keys = await listKeys(db);
  for (const { keyId, publicJwk, encrypted } of keys) {
    const privateJwk = decryptKey(secretKeys, keyId, encrypted);
    if (privateJwk === null) onProblem(`card key ${keyId}: not decryptable with any key`);
    else if (privateJwk.x !== publicJwk.x) onProblem(`card key ${keyId}: the published key does not match`);
  }
  if (keys.length > 0 && keys.every(({ retiredAt }) => retiredAt !== null)) onProblem('no card key is in use');
  return keys.length;
}

function decryptKey(secretKeys: readonly string[], keyId: string, encrypted: Buffer): JWK | null {
  try {
    return JSON.parse(decryptBytes(secretKeys, contextOfCardKey(keyId), encrypted).toString()) as JWK;
  } catch {
    return null;
  }
}
