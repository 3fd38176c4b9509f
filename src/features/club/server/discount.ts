import { randomInt } from 'node:crypto';
import type { Context } from '#platform/server/http/context.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { convertUsd } from '#features/payments/server/public.ts';
import { isCurrency } from '#features/payments/shared/currency.ts';
import * as queries from './queries.ts';
import { readClubState } from './club-state.ts';

/** Without letters and digits that are easily confused. */
const codeAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** For example BLUE25-7TR4: the association's short name, the discount and a random part. */
export function createDiscountCode(shortName: string, length: number): string {
  const name = shortName
    .normalize('NFD')
    .replaceAll(/[^A-Za-z]/g, '')
    .slice(0, 4)
    .toUpperCase();
  return `${name || 'CLUB'}25-${Array.from({ length }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('')}`;
}

type DbContext = Pick<Context, 'db' | 'now'>;

/** The unused code of the current membership year. */
export async function findDiscount({ db, now }: DbContext, affiliateId: number): Promise<string | null> {
  const { year } = (await readClubState(db, affiliateId, now)).membershipStatus;
  return year === null || year.discountOn !== null ? null : year.discountCode;
}

/** Returns null if the code does not belong to this person. */
export async function checkDiscount(
  { db, now }: DbContext,
  affiliateId: number,
  code: string,
): Promise<'usable' | 'used' | 'over' | null> {
  const { row, membershipStatus } = await readClubState(db, affiliateId, now);
  const year = row.periods.find(({ discountCode }) => discountCode === code);
  if (year === undefined) return null;
  if (year.discountOn !== null) return 'used';
  return year.id === membershipStatus.year?.id ? 'usable' : 'over';
}

interface Saving {
  minor: number;
  currency: string;
  /** The saving in US prices, for a year paid in another currency. */
  usdMinor: number;
}

/** Savings are counted in the currency the year was paid in. */
export function convertSaving(currency: string, { minor, currency: savedIn, usdMinor }: Saving): number {
  if (currency === savedIn || usdMinor === 0) return minor;
  return isCurrency(currency) ? convertUsd(usdMinor, currency) : usdMinor;
}

/**
 * Marks the code as used in the caller's transaction. Returns false if it belongs to another person or year, or was
 * used.
 */
export async function redeemDiscount(
  ctx: DbContext,
  { affiliateId, code, usedFor, saved }: { affiliateId: number; code: string; usedFor: string; saved: Saving },
): Promise<boolean> {
  const { db, now } = ctx;
  await queries.lockMembership(db, { affiliateId });
  const { year } = (await readClubState(db, affiliateId, now)).membershipStatus;
  if (year === null || year.discountOn !== null || year.discountCode !== code) return false;
  const savedMinor = convertSaving(year.currency, saved);
  const use = { affiliateId, code, today: toIsoDate(now), usedFor, savedMinor, now };
  return (await queries.markDiscountUsed.first(db, use)) !== undefined;
}

/** Makes the code usable again, in the transaction that cancels the order. */
export async function releaseDiscount(
  { db }: Pick<DbContext, 'db'>,
  { affiliateId, code }: { affiliateId: number; code: string },
): Promise<void> {
  await queries.lockMembership(db, { affiliateId });
  await queries.markDiscountUnused(db, { affiliateId, code });
}
