import { isIPv6 } from 'node:net';
import type { Db } from '../../../platform/server/db.ts';
import { takeToken } from '../../../platform/server/limits.ts';
import { fail } from '../shared/contract.ts';
import { normaliseEmail } from '../shared/rules.ts';

interface Bucket {
  limit: number;
  windowS: number;
}

export const buckets = {
  /** One account from one address: somebody who mistypes, or guesses. */
  pair: { limit: 10, windowS: 900 },
  /** Many accounts from one address; a dive shop or a school stays far below it. */
  address: { limit: 200, windowS: 900 },
  /** One account from many addresses. A known device is not counted, so its owner is never locked out. */
  account: { limit: 100, windowS: 3_600 },
  signUp: { limit: 30, windowS: 3_600 },
  forgotByAddress: { limit: 30, windowS: 3_600 },
  forgotByAccount: { limit: 5, windowS: 3_600 },
  reset: { limit: 30, windowS: 3_600 },
} as const satisfies Record<string, Bucket>;

export async function slowSignIn(db: Db, email: string, ip: string): Promise<void> {
  const account = normaliseEmail(email);
  const address = networkOf(ip);
  // In this order, so that one address cannot use up the account's tries on its own.
  await demandToken(db, `sign-in:address:${address}`, buckets.address);
  await demandToken(db, `sign-in:pair:${account}:${address}`, buckets.pair);
  await demandToken(db, `sign-in:account:${account}`, buckets.account);
}

export async function slowAddress(db: Db, action: 'signUp' | 'forgotByAddress' | 'reset', ip: string): Promise<void> {
  await demandToken(db, `${action}:${networkOf(ip)}`, buckets[action]);
}

/** Tells nothing to the caller: whether mail goes out must not be seen from the answer. */
export async function mayMailReset(db: Db, email: string): Promise<boolean> {
  return (await takeToken(db, { key: `forgot:${normaliseEmail(email)}`, ...buckets.forgotByAccount })).allowed;
}

async function demandToken(db: Db, key: string, bucket: Bucket): Promise<void> {
  const { allowed, retryAfterS } = await takeToken(db, { key, ...bucket });
  if (!allowed) throw fail('identity.too_many_tries', { retryAfterS });
}

/** Whoever has one IPv6 address has at least the 2^64 of its network. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped?.[1] !== undefined) return mapped[1];
  const [head = '', tail] = (ip.split('%')[0] ?? '').split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const middle = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0');
  return [...left, ...middle, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
