import type { Db } from '#platform/server/db/database.ts';
import { returnRateLimitToken, takeRateLimitToken } from '#platform/server/http/rate-limit.ts';
import { getIpNetwork } from '#platform/server/http/ip-network.ts';
import { fail } from '#features/identity/shared/contract.ts';
import { normalizeEmail } from '#features/identity/shared/rules.ts';

interface Bucket {
  limit: number;
  windowS: number;
}

export const buckets = {
  /** One account from one address: somebody who mistypes, or guesses. */
  pair: { limit: 10, windowS: 900 },
  /** Many accounts from one address; a dive shop or a school stays far below it. */
  address: { limit: 200, windowS: 900 },
  /** One account from many addresses. */
  account: { limit: 100, windowS: 3_600 },
  /** One account from a known device, instead of all the others: nobody elsewhere can lock its owner out. */
  device: { limit: 50, windowS: 900 },
  /** Somebody signed in who proves that it is them: of their own, so that no stranger's guesses stand in their way. */
  proof: { limit: 10, windowS: 900 },
  /** The code after a right password, from one address, and from all of them together. */
  factorPair: { limit: 10, windowS: 900 },
  factorAccount: { limit: 30, windowS: 3_600 },
  /** From a known device instead: a stranger who has the password cannot lock the owner out. */
  factorDevice: { limit: 20, windowS: 900 },
  signUp: { limit: 30, windowS: 3_600 },
  forgotByAddress: { limit: 30, windowS: 3_600 },
  forgotByAccount: { limit: 5, windowS: 3_600 },
  reset: { limit: 30, windowS: 3_600 },
  /** Nobody guesses a passkey; this is about the work. A page that offers them asks once when it is opened. */
  passkey: { limit: 400, windowS: 900 },
} as const satisfies Record<string, Bucket>;

/**
 * Counts a try before its password is looked at. What it answers is to be called when the password was right, because
 * then it was no guess. For the address it still counts: stolen passwords are right ones, of many accounts.
 */
export async function throttleSignIn(
  db: Db,
  email: string,
  ip: string,
  device: string | null = null,
): Promise<() => Promise<void>> {
  const account = normalizeEmail(email);
  const address = getIpNetwork(ip);
  const keys = {
    pair: `sign-in:pair:${account}:${address}`,
    account: `sign-in:account:${account}`,
    device: `sign-in:device:${account}:${device}`,
  };
  if (device !== null) {
    await assertRateLimit(db, keys.device, buckets.device);
    return () => returnRateLimitToken(db, keys.device);
  }
  // In this order, so that one address cannot use up the account's tries on its own.
  await assertRateLimit(db, `sign-in:address:${address}`, buckets.address, new NetworkLimitError());
  await assertRateLimit(db, keys.pair, buckets.pair);
  await assertRateLimit(db, keys.account, buckets.account);
  return async () => {
    await returnRateLimitToken(db, keys.pair);
    await returnRateLimitToken(db, keys.account);
  };
}

/** The same for a password that is asked for once more; a stolen session cannot guess, from however many addresses. */
export async function throttlePasswordProof(db: Db, sub: string): Promise<() => Promise<void>> {
  const key = `proof:${sub}`;
  await assertRateLimit(db, key, buckets.proof);
  return () => returnRateLimitToken(db, key);
}

/** A code is short: whoever has the password must not be able to guess it, from however many addresses. */
export async function throttleSecondFactor(
  db: Db,
  sub: string,
  ip: string,
  device: string | null,
): Promise<() => Promise<void>> {
  if (device !== null) {
    const key = `second-factor:device:${sub}:${device}`;
    await assertRateLimit(db, key, buckets.factorDevice);
    return () => returnRateLimitToken(db, key);
  }
  const keys = { pair: `second-factor:pair:${sub}:${getIpNetwork(ip)}`, account: `second-factor:account:${sub}` };
  await assertRateLimit(db, keys.pair, buckets.factorPair);
  await assertRateLimit(db, keys.account, buckets.factorAccount);
  return async () => {
    await returnRateLimitToken(db, keys.pair);
    await returnRateLimitToken(db, keys.account);
  };
}

type AddressAction = 'signUp' | 'forgotByAddress' | 'reset' | 'passkey';

export async function throttleNetwork(db: Db, action: AddressAction, ip: string): Promise<void> {
  await assertRateLimit(db, `${action}:${getIpNetwork(ip)}`, buckets[action], new NetworkLimitError());
}

/** Tells nothing to the caller: whether mail goes out must not be seen from the answer. */
export async function canSendResetMail(db: Db, email: string): Promise<boolean> {
  return (await takeRateLimitToken(db, { key: `forgot:${normalizeEmail(email)}`, ...buckets.forgotByAccount })).allowed;
}

/** The cause of a refusal: too many tries from one network, at whatever account. */
export class NetworkLimitError extends Error {}

async function assertRateLimit(db: Db, key: string, bucket: Bucket, cause?: Error): Promise<void> {
  const { allowed, retryAfterS } = await takeRateLimitToken(db, { key, ...bucket });
  if (!allowed) throw fail('identity.too_many_tries', { retryAfterS, cause });
}
