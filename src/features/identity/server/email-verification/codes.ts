import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { Db } from '#platform/server/db/database.ts';
import type { Env } from '#platform/server/config/env.ts';
import { deriveKey } from '#platform/server/crypto/secrets.ts';
import { emailCodeDigits } from '#features/identity/shared/rules.ts';
import * as queries from './queries.ts';

const lifetimeS = 30 * 60;
const maxAttempts = 5;

type Keys = Pick<Env, 'SECRET_KEYS'>;

export async function createCode(db: Db, { SECRET_KEYS: secrets }: Keys, sub: string): Promise<string> {
  const code = String(randomInt(10 ** emailCodeDigits)).padStart(emailCodeDigits, '0');
  await queries.upsertCode(db, { sub, codeHash: hashCode(secrets[0], sub, code), lifetimeS, maxAttempts });
  return code;
}

export async function hasActiveCode(db: Db, sub: string): Promise<boolean> {
  return (await queries.findActiveCode.first(db, { sub })) !== undefined;
}

/** Pass the database and not a transaction: a wrong attempt counts even though the request fails. */
export async function checkCode(
  db: Db,
  { SECRET_KEYS: secrets }: Keys,
  sub: string,
  code: string,
): Promise<'right' | 'wrong' | 'expired'> {
  const row = await queries.consumeAttempt.first(db, { sub });
  if (row === undefined) return 'expired';
  const stored = Buffer.from(row.codeHash, 'base64url');
  const isRight = secrets.some((secret) =>
    timingSafeEqual(stored, Buffer.from(hashCode(secret, sub, code), 'base64url')),
  );
  return isRight ? 'right' : 'wrong';
}

/** The hash includes the account, so equal codes of two accounts have different hashes. */
function hashCode(secret: string, sub: string, code: string): string {
  return createHmac('sha256', deriveKey(secret, 'email-code')).update(`${sub}\n${code}`).digest('base64url');
}
