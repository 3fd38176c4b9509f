import type { Db } from '#platform/server/db/database.ts';
import type { Row } from '#platform/server/db/query.ts';
import { EncryptionContext } from '#platform/server/crypto/encryption-context.ts';
import { decrypt, encrypt } from '#platform/server/crypto/secrets.ts';
import { isLocalSub } from '#features/identity/server/accounts/accounts.ts';
import * as queries from './queries.ts';
import { replaceRecoveryCodes, redeemRecoveryCode } from './recovery-codes.ts';
import { findStep } from './totp.ts';

type Keys = readonly string[];

const secretPurpose = 'second-factor';
export const encryptedFactorColumns = ['second_factor', 'pending_sign_in'].map((table) => ({
  table,
  column: 'sealed_secret',
  purpose: secretPurpose,
}));

export type FactorMethod = 'totp' | 'passkey';

export interface FactorState {
  methods: FactorMethod[];
  isStaff: boolean;
}

export async function loadFactorState(db: Db, sub: string): Promise<FactorState> {
  const row = isLocalSub(sub) ? await queries.findFactorState.first(db, { sub }) : undefined;
  return {
    methods: [...(row?.hasTotp ? ['totp' as const] : []), ...(row?.hasPasskey ? ['passkey' as const] : [])],
    isStaff: row?.isStaff ?? false,
  };
}

/** Returns the step after a correct password: `enroll-factor` for staff without a second factor. */
export function getNextSignInStep({ methods, isStaff }: FactorState): 'second-factor' | 'enroll-factor' | null {
  if (methods.includes('totp')) return 'second-factor';
  if (!isStaff) return null;
  return methods.length > 0 ? 'second-factor' : 'enroll-factor';
}

/** Returns the passkey or app of a sign-in, found by the claims of its ID token. */
export async function listUsedFactors(
  db: Db,
  sub: string,
  { methods, authTimeS }: { methods: readonly string[]; authTimeS: number | undefined },
): Promise<string[]> {
  if (!isLocalSub(sub) || authTimeS === undefined) return [];
  const used = await queries.listUsedFactors(db, {
    sub,
    usedPasskey: methods.includes('hwk'),
    usedApp: methods.includes('otp'),
    authTimeS,
  });
  return used.map(({ id }) => id);
}

/** Where the secret of an authenticator app is stored: with its person, at a sign-in, or in an enrollment ticket. */
export const secretContexts = {
  factor: (sub: string) => EncryptionContext.ofRow(secretPurpose, 'second_factor', 'sealed_secret', { sub }),
  signIn: (uid: string) =>
    EncryptionContext.ofRow(secretPurpose, 'pending_sign_in', 'sealed_secret', { interaction_uid: uid }),
  ticket: (sub: string) => EncryptionContext.ofToken(secretPurpose, sub),
};

export async function findFactor(
  db: Db,
  sub: string,
): Promise<(Row<typeof queries.findFactor> & { recoveryCodesLeft: number }) | null> {
  const row = isLocalSub(sub) ? await queries.findFactor.first(db, { sub }) : undefined;
  if (row === undefined) return null;
  return { ...row, recoveryCodesLeft: (await queries.countRecoveryCodes.first(db, { sub }))?.left ?? 0 };
}

/** Stores a new secret and returns the recovery codes. `step` marks the code that verified it as used. */
export async function saveFactor(db: Db, keys: Keys, sub: string, secret: string, step: number): Promise<string[]> {
  await queries.upsertFactor(db, { sub, encryptedSecret: encrypt(keys, secretContexts.factor(sub), secret), step });
  return replaceRecoveryCodes(db, sub);
}

/** Returns whether there was a factor. */
export async function removeFactor(db: Db, sub: string): Promise<boolean> {
  await queries.deleteRecoveryCodes(db, { sub });
  return (await queries.deleteFactor.first(db, { sub })) !== undefined;
}

/** Accepts each code once; returns `used` for a repeated one. */
export async function redeemTotpCode(
  db: Db,
  keys: Keys,
  sub: string,
  code: string,
  now: Date,
): Promise<'accepted' | 'used' | 'wrong'> {
  const row = isLocalSub(sub) ? await queries.findFactor.first(db, { sub }) : undefined;
  if (row === undefined) return 'wrong';
  const step = findStep(decrypt(keys, secretContexts.factor(sub), row.encryptedSecret), normalizeCode(code), now);
  if (step === null) return 'wrong';
  return (await queries.advanceStep.first(db, { sub, step })) === undefined ? 'used' : 'accepted';
}

export type CodeOutcome = 'totp' | 'recovery' | 'used' | 'wrong';

/** Six digits are a code of the app; anything else is treated as a recovery code. */
export async function redeemCode(db: Db, keys: Keys, sub: string, code: string, now: Date): Promise<CodeOutcome> {
  if (/^\d{6}$/.test(normalizeCode(code))) {
    const outcome = await redeemTotpCode(db, keys, sub, code, now);
    return outcome === 'accepted' ? 'totp' : outcome;
  }
  return (await redeemRecoveryCode(db, sub, code)) ? 'recovery' : 'wrong';
}

/** Codes are often typed in two groups. */
export function normalizeCode(code: string): string {
  return code.replaceAll(/[\s-]/g, '');
}
