import { randomInt } from 'node:crypto';
import type { Context } from '../../../platform/server/context.ts';
import { dayOf } from '../../account/shared/rules.ts';
import { convertUsd } from '../../payments/server/public.ts';
import { isCurrency } from '../../payments/shared/currency.ts';
import * as sql from './sql.ts';
import { readState } from './state.ts';

/** Without letters that are taken for others. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** BLUE25-7TR4: how the association is called in short, what it is worth, and something that nobody else has. */
export function newDiscountCode(shortName: string, length: number): string {
  const name = shortName
    .normalize('NFD')
    .replaceAll(/[^A-Za-z]/g, '')
    .slice(0, 4)
    .toUpperCase();
  return `${name || 'CLUB'}25-${Array.from({ length }, () => letters[randomInt(letters.length)]).join('')}`;
}

type Asking = Pick<Context, 'db' | 'now'>;

/** The code of the membership year that runs, while it is unused. */
export async function findDiscount({ db, now }: Asking, affiliateId: number): Promise<string | null> {
  const { year } = (await readState(db, affiliateId, now)).standing;
  return year === null || year.discountOn !== null ? null : year.discountCode;
}

/** What can be said of a code: null where it is none of this person's. */
export async function judgeDiscount(
  { db, now }: Asking,
  affiliateId: number,
  code: string,
): Promise<'usable' | 'used' | 'over' | null> {
  const { row, standing } = await readState(db, affiliateId, now);
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
export function savingIn(currency: string, { minor, currency: savedIn, usdMinor }: Saving): number {
  if (currency === savedIn || usdMinor === 0) return minor;
  return isCurrency(currency) ? convertUsd(usdMinor, currency) : usdMinor;
}

/** Marks it as used, in the caller's transaction. False where it is another's, of another year, or was used before. */
export async function useDiscount(
  asking: Asking,
  { affiliateId, code, usedFor, saved }: { affiliateId: number; code: string; usedFor: string; saved: Saving },
): Promise<boolean> {
  const { db, now } = asking;
  await sql.lockMembership(db, affiliateId);
  const { year } = (await readState(db, affiliateId, now)).standing;
  if (year === null || year.discountOn !== null || year.discountCode !== code) return false;
  const savedMinor = savingIn(year.currency, saved);
  return (await sql.useDiscount(db, affiliateId, code, dayOf(now), usedFor, savedMinor, now)).length > 0;
}

/** What it was used for was given up, so it is good again while its year runs. In the transaction that gives it up. */
export async function releaseDiscount(
  { db }: Pick<Asking, 'db'>,
  { affiliateId, code }: { affiliateId: number; code: string },
): Promise<void> {
  await sql.lockMembership(db, affiliateId);
  await sql.releaseDiscount(db, affiliateId, code);
}
