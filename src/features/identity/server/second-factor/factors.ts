import { statement, type Db } from '#platform/server/db/database.ts';
import { decrypt, encrypt } from '#platform/server/crypto/secrets.ts';
import { isLocalSub } from '#features/identity/server/accounts/accounts.ts';
import { countRecoveryCodes, deleteRecoveryCodes, replaceRecoveryCodes, redeemRecoveryCode } from './recovery-codes.ts';
import { findStep } from './totp.ts';

type Keys = readonly string[];

const secretPurpose = 'second-factor';
export const encryptedFactorColumns = ['second_factor', 'pending_sign_in'].map((table) => ({
  table,
  column: 'sealed_secret',
  purpose: secretPurpose,
}));

interface FactorRow {
  id: string;
  sealed_secret: string;
  last_step: number;
  created_at: Date;
}

const selectFactor = statement<FactorRow, [sub: string]>(
  'select id, sealed_secret, last_step, created_at from second_factor where sub = $1',
);
const upsertFactor = statement<unknown, [sub: string, encryptedSecret: string, step: number]>(`
  insert into second_factor (sub, sealed_secret, last_step) values ($1, $2, $3)
  on conflict (sub) do update set id = excluded.id, sealed_secret = excluded.sealed_secret,
    last_step = excluded.last_step, created_at = now()`);
const advanceStep = statement<{ sub: string }, [sub: string, step: number]>(
  'update second_factor set last_step = $2 where sub = $1 and last_step < $2 returning sub',
);
const deleteFactor = statement<{ sub: string }, [sub: string]>(
  'delete from second_factor where sub = $1 returning sub',
);
const selectMethods = statement<{ has_totp: boolean; has_passkey: boolean; is_staff: boolean }, [sub: string]>(`
  select exists (select from second_factor where sub = $1::uuid) as has_totp,
    exists (select from passkey where sub = $1::uuid) as has_passkey,
    exists (select from account where sub = $1::uuid and affiliate_type_id = 9)
      or exists (select from person where sub = $1::uuid::text and affiliate_type_id = 9) as is_staff`);

export type FactorMethod = 'totp' | 'passkey';

export interface FactorState {
  methods: FactorMethod[];
  isStaff: boolean;
}

export async function loadFactorState(db: Db, sub: string): Promise<FactorState> {
  const [row] = isLocalSub(sub) ? await selectMethods(db, sub) : [];
  return {
    methods: [...(row?.has_totp ? ['totp' as const] : []), ...(row?.has_passkey ? ['passkey' as const] : [])],
    isStaff: row?.is_staff ?? false,
  };
}

/** Returns the step after a correct password: `enroll-factor` for staff without a second factor. */
export function getNextSignInStep({ methods, isStaff }: FactorState): 'second-factor' | 'enroll-factor' | null {
  if (methods.includes('totp')) return 'second-factor';
  if (!isStaff) return null;
  return methods.length > 0 ? 'second-factor' : 'enroll-factor';
}

const selectUsed = statement<{ id: string }, [sub: string, usedPasskey: boolean, usedApp: boolean, authTimeS: number]>(`
  select id from passkey where sub = $1::uuid and $2::boolean and date_trunc('second', last_used_at) = to_timestamp($4)
  union all
  select id::text from second_factor where sub = $1::uuid and $3::boolean and created_at < to_timestamp($4::bigint + 1)`);

/** Returns the passkey or app of a sign-in, found by the claims of its ID token. */
export async function listUsedFactors(
  db: Db,
  sub: string,
  { methods, authTimeS }: { methods: readonly string[]; authTimeS: number | undefined },
): Promise<string[]> {
  if (!isLocalSub(sub) || authTimeS === undefined) return [];
  const used = await selectUsed(db, sub, methods.includes('hwk'), methods.includes('otp'), authTimeS);
  return used.map(({ id }) => id);
}

export function encryptSecret(keys: Keys, secret: string): string {
  return encrypt(keys, secretPurpose, secret);
}

export function decryptSecret(keys: Keys, encryptedSecret: string): string {
  return decrypt(keys, secretPurpose, encryptedSecret);
}

export async function findFactor(
  db: Db,
  sub: string,
): Promise<{
  id: string;
  encryptedSecret: string;
  lastStep: number;
  createdAt: Date;
  recoveryCodesLeft: number;
} | null> {
  const [row] = isLocalSub(sub) ? await selectFactor(db, sub) : [];
  if (row === undefined) return null;
  return {
    id: row.id,
    encryptedSecret: row.sealed_secret,
    lastStep: row.last_step,
    createdAt: row.created_at,
    recoveryCodesLeft: await countRecoveryCodes(db, sub),
  };
}

/** Stores a new secret and returns the recovery codes. `step` marks the code that verified it as used. */
export async function saveFactor(db: Db, keys: Keys, sub: string, secret: string, step: number): Promise<string[]> {
  await upsertFactor(db, sub, encryptSecret(keys, secret), step);
  return replaceRecoveryCodes(db, sub);
}

/** Returns whether there was a factor. */
export async function removeFactor(db: Db, sub: string): Promise<boolean> {
  await deleteRecoveryCodes(db, sub);
  return (await deleteFactor(db, sub)).length > 0;
}

/** Accepts each code once; returns `used` for a repeated one. */
export async function redeemTotpCode(
  db: Db,
  keys: Keys,
  sub: string,
  code: string,
  now: Date,
): Promise<'accepted' | 'used' | 'wrong'> {
  const [row] = isLocalSub(sub) ? await selectFactor(db, sub) : [];
  if (row === undefined) return 'wrong';
  const step = findStep(decryptSecret(keys, row.sealed_secret), normalizeCode(code), now);
  if (step === null) return 'wrong';
  return (await advanceStep(db, sub, step)).length > 0 ? 'accepted' : 'used';
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
