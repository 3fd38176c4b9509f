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
  /** One account from one address: a person who mistypes or guesses. */
  pair: { limit: 10, windowS: 900 },
  /** Many accounts from one address; a dive shop or a school stays far below the limit. */
  address: { limit: 200, windowS: 900 },
  /** One account from many addresses. */
  account: { limit: 100, windowS: 3_600 },
  /** One account from a known device, instead of the limits above: attempts elsewhere can't lock the owner out. */
  device: { limit: 50, windowS: 900 },
  /**
   * A signed-in person who confirms their identity. The limit is separate, so a stranger's attempts don't use it up.
   */
  proof: { limit: 10, windowS: 900 },
  /** The code after a correct password, from one address and from all addresses together. */
  factorPair: { limit: 10, windowS: 900 },
  factorAccount: { limit: 30, windowS: 3_600 },
  /** The same from a known device: a stranger who has the password can't lock the owner out. */
  factorDevice: { limit: 20, windowS: 900 },
  signUp: { limit: 30, windowS: 3_600 },
  forgotByAddress: { limit: 30, windowS: 3_600 },
  forgotByAccount: { limit: 5, windowS: 3_600 },
  reset: { limit: 30, windowS: 3_600 },
  /** A passkey can't be guessed; this limits the work. A sign-in page requests options once when it opens. */
  passkey: { limit: 400, windowS: 900 },
} as const satisfies Record<string, Bucket>;

/**
 * Counts an attempt before the password is checked. The returned function uncounts it and is called when the password
 * was correct. For the address it still counts, because stolen passwords are correct ones of many accounts.
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
  // The address is counted first, because one address must not use up the account's attempts.
  await assertRateLimit(db, `sign-in:address:${address}`, buckets.address, new NetworkLimitError());
  await assertRateLimit(db, keys.pair, buckets.pair);
  await assertRateLimit(db, keys.account, buckets.account);
  return async () => {
    await returnRateLimitToken(db, keys.pair);
    await returnRateLimitToken(db, keys.account);
  };
}

/** Limits password confirmations by account, because a stolen session could guess from many addresses. */
export async function throttlePasswordProof(db: Db, sub: string): Promise<() => Promise<void>> {
  const key = `proof:${sub}`;
  await assertRateLimit(db, key, buckets.proof);
  return () => returnRateLimitToken(db, key);
}

/** Limits codes by account as well: a person with the password must not guess the short code from many addresses. */
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

/** Returns false instead of throwing, because the response must not reveal whether a mail is sent. */
export async function canSendResetMail(db: Db, email: string): Promise<boolean> {
  return (await takeRateLimitToken(db, { key: `forgot:${normalizeEmail(email)}`, ...buckets.forgotByAccount })).allowed;
}

/** The cause of an error: too many attempts from one network, at any account. */
export class NetworkLimitError extends Error {}

async function assertRateLimit(db: Db, key: string, bucket: Bucket, cause?: Error): Promise<void> {
  const { allowed, retryAfterS } = await takeRateLimitToken(db, { key, ...bucket });
  if (!allowed) throw fail('identity.too_many_tries', { retryAfterS, cause });
}
