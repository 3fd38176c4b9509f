import { randomInt } from 'node:crypto';
import type { Db } from '#platform/server/db/database.ts';
import { hashToken } from '#platform/server/crypto/secrets.ts';
import * as queries from './queries.ts';

const codeCount = 10;
/** No characters that look alike. 16 of 31 characters are 79 bits, so a plain hash is enough. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const codeLength = 16;

/** Returns new codes and deletes the old ones. Only hashes are stored, so the codes are shown once. */
export async function replaceRecoveryCodes(db: Db, sub: string): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, createCode);
  await queries.deleteRecoveryCodes(db, { sub });
  await queries.insertRecoveryCodes(db, { sub, hashes: codes.map(hashRecoveryCode) });
  return codes;
}

/** Marks an unused code as used; returns false if there is none. */
export async function redeemRecoveryCode(db: Db, sub: string, code: string): Promise<boolean> {
  return (await queries.redeemRecoveryCode.first(db, { sub, hash: hashRecoveryCode(code) })) !== undefined;
}

/** Codes may be typed with or without dashes, in any case. */
function hashRecoveryCode(code: string): string {
  return hashToken(code.toLowerCase().replaceAll(/[^a-z\d]/g, ''));
}

function createCode(): string {
  const letters = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  return (letters.match(/.{4}/g) ?? []).join('-');
}
