import { randomInt } from 'node:crypto';
import { statement, type Db } from '#platform/server/db/database.ts';
import { hashToken } from '#platform/server/crypto/secrets.ts';

const codeCount = 10;
/** No characters that look alike. 16 of 31 characters are 79 bits, so a plain hash is enough. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const codeLength = 16;

const deleteCodes = statement<unknown, [sub: string]>('delete from recovery_code where sub = $1');
const insertCodes = statement<unknown, [sub: string, hashes: string[]]>(
  'insert into recovery_code (sub, code_hash) select $1::uuid, unnest($2::text[])',
);
const redeemStoredCode = statement<{ sub: string }, [sub: string, hash: string]>(`
  update recovery_code set used_at = now() where sub = $1 and code_hash = $2 and used_at is null returning sub`);
const countCodes = statement<{ left: number }, [sub: string]>(
  'select count(*)::integer as left from recovery_code where sub = $1 and used_at is null',
);

/** Returns new codes and deletes the old ones. Only hashes are stored, so the codes are shown once. */
export async function replaceRecoveryCodes(db: Db, sub: string): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, createCode);
  await deleteCodes(db, sub);
  await insertCodes(db, sub, codes.map(hashRecoveryCode));
  return codes;
}

export async function deleteRecoveryCodes(db: Db, sub: string): Promise<void> {
  await deleteCodes(db, sub);
}

/** Marks an unused code as used; returns false if there is none. */
export async function redeemRecoveryCode(db: Db, sub: string, code: string): Promise<boolean> {
  return (await redeemStoredCode(db, sub, hashRecoveryCode(code))).length > 0;
}

export async function countRecoveryCodes(db: Db, sub: string): Promise<number> {
  return (await countCodes(db, sub))[0]?.left ?? 0;
}

/** Codes may be typed with or without dashes, in any case. */
function hashRecoveryCode(code: string): string {
  return hashToken(code.toLowerCase().replaceAll(/[^a-z\d]/g, ''));
}

function createCode(): string {
  const letters = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  return (letters.match(/.{4}/g) ?? []).join('-');
}
