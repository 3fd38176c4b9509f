import { randomInt } from 'node:crypto';
import type { Context } from '#platform/server/http/context.ts';
import { toIsoDate } from '#features/account/shared/rules.ts';
import { convertUsd } from '#features/payments/server/public.ts';
import { isCurrency } from '#features/payments/shared/currency.ts';
import * as sql from './queries.ts';
import { readClubState } from './club-state.ts';

/** Without letters that are taken for others. */
const codeAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** BLUE25-7TR4: how the association is called in short, what it is worth, and something that nobody else has. */
export function createDiscountCode(shortName: string, length: number): string {
  const name = shortName
    .normalize('NFD')
    .replaceAll(/[^A-Za-z]/g, '')
    .slice(0, 4)
    .toUpperCase();
  return `${name || 'CLUB'}25-${Array.from({ length }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('')}`;
}

type DbContext = Pick<Context, 'db' | 'now'>;

/** The code of the membership year that runs, while it is unused. */
export async function findDiscount({ db, now }: DbContext, affiliateId: number): Promise<string | null> {
  const { year } = (await readClubState(db, affiliateId, now)).standing;
  return year === null || year.discountOn !== null ? null : year.discountCode;
}

/** What can be said of a code: null where it is none of this person's. */
export async function checkDiscount(
  { db, now }: DbContext,
  affiliateId: number,
  code: string,
): Promise<'usable' | 'used' | 'over' | null> {
  const { row, standing } = await readClubState(db, affiliateId, now);
  const year = row.periods.find(({ discountCode }) => discountCode === code);
  if (year === undefined) return null;
  if (year.discountOn !== null) return 'used';
  return year.id === standing.year?.id ? 'usable' : 'over';
}

interface Saving {
  minor: number;
  currency: string;
  /** The same by US prices, for a year that was paid in another currency. */
  usdMinor: number;
}

/** What a year gave is counted in what it was paid in. */
export function convertSaving(currency: string, { minor, currency: savedIn, usdMinor }: Saving): number {
  if (currency === savedIn || usdMinor === 0) return minor;
  return isCurrency(currency) ? convertUsd(usdMinor, currency) : usdMinor;
}

/** Marks it as used, in the caller's transaction. False where it is another's, of another year, or was used before. */
export async function redeemDiscount(
  asking: DbContext,
  { affiliateId, code, usedFor, saved }: { affiliateId: number; code: string; usedFor: string; saved: Saving },
): Promise<boolean> {
  const { db, now } = asking;
  await sql.lockMembership(db, affiliateId);
  const { year } = (await readClubState(db, affiliateId, now)).standing;
  if (year === null || year.discountOn !== null || year.discountCode !== code) return false;
  const savedMinor = convertSaving(year.currency, saved);
  return (await sql.markDiscountUsed(db, affiliateId, code, toIsoDate(now), usedFor, savedMinor, now)).length > 0;
}

/** What it was used for was given up, so it is good again while its year runs. In the transaction that gives it up. */
export async function releaseDiscount(
  { db }: Pick<DbContext, 'db'>,
  { affiliateId, code }: { affiliateId: number; code: string },
): Promise<void> {
  await sql.lockMembership(db, affiliateId);
  await sql.markDiscountUnused(db, affiliateId, code);
}
