import { scaleRounded, calculateTax } from '#features/payments/shared/tax.ts';
import type { Category } from './categories.ts';

/** What is to be priced: amounts are minor units, rates are hundredths of a percent. */
export interface PricingItem {
  category: Category;
  unitMinor: number;
  quantity: number;
  taxBp: number;
}

export type DiscountValue = { percentBp: number } | { amountMinor: number };
export interface Discount {
  worth: DiscountValue;
  /** Null for everything. */
  categories: readonly string[] | null;
  /** Off one piece only, the dearest. */
  isForOne?: boolean;
}

export interface LinePrice {
  unitMinor: number;
  discountMinor: number;
  taxBp: number;
  taxMinor: number;
  /** What is paid for it, with tax. */
  totalMinor: number;
}

export interface PricingResult {
  /** In the order of the items. */
  lines: LinePrice[];
  /** By each discount, in their order. */
  savedMinor: number[];
  subtotalMinor: number;
  discountMinor: number;
  taxMinor: number;
  totalMinor: number;
}

const wholeBp = 10_000;

/** Every line and the totals, to the cent. Discounts are taken one after the other, each off what is left. */
export function priceItems(
  items: readonly PricingItem[],
  discounts: readonly Discount[],
  isTaxIncluded: boolean,
): PricingResult {
  const left = items.map(({ unitMinor, quantity }) => unitMinor * quantity);
  const savedMinor = discounts.map((discount) => {
    const taken = calculateDiscount(items, left, discount);
    taken.forEach((minor, at) => (left[at] = (left[at] ?? 0) - minor));
    return sum(taken);
  });
  const lines = items.map(({ unitMinor, quantity, taxBp }, at) => {
    const paid = left[at] ?? 0;
    const taxMinor = calculateTax(paid, taxBp, isTaxIncluded);
    const totalMinor = isTaxIncluded ? paid : paid + taxMinor;
    return { unitMinor, discountMinor: unitMinor * quantity - paid, taxBp, taxMinor, totalMinor };
  });
  return {
    lines,
    savedMinor,
    subtotalMinor: sum(items.map(({ unitMinor, quantity }) => unitMinor * quantity)),
    discountMinor: sum(lines.map((line) => line.discountMinor)),
    taxMinor: sum(lines.map((line) => line.taxMinor)),
    totalMinor: sum(lines.map((line) => line.totalMinor)),
  };
}

function calculateDiscount(items: readonly PricingItem[], left: readonly number[], discount: Discount): number[] {
  const { worth, categories, isForOne = false } = discount;
  const all = items.map(({ category }, at) => (categories?.includes(category) === false ? 0 : (left[at] ?? 0)));
  const open = isForOne ? pickMostExpensive(items, all) : all;
  if ('percentBp' in worth) return open.map((minor) => scaleRounded(minor, worth.percentBp, wholeBp));
  return distributeAmount(Math.min(worth.amountMinor, sum(open)), open, items);
}

/** One piece of the line whose pieces cost most; between equals the same one, whatever stands first in the basket. */
function pickMostExpensive(items: readonly PricingItem[], left: readonly number[]): number[] {
  const pieces = items.map(({ quantity }, at) => Math.floor((left[at] ?? 0) / quantity));
  const [dearest] = pieces
    .map((minor, at) => ({ at, minor, whole: left[at] ?? 0, rank: toSortKey(items[at]) }))
    .toSorted((a, b) => b.minor - a.minor || b.whole - a.whole || (a.rank < b.rank ? -1 : 1));
  return pieces.map((minor, at) => (at === dearest?.at ? minor : 0));
}

function toSortKey(item: PricingItem | undefined): string {
  return `${String(item?.taxBp).padStart(6, '0')} ${item?.category}`;
}

/**
 * An amount over lines, by what each costs. The cents that are left over go to the largest remainders; between equals
 * to what is taxed and counted first, whatever stands first in the basket.
 */
function distributeAmount(amountMinor: number, open: readonly number[], items: readonly PricingItem[]): number[] {
  const whole = sum(open);
  if (whole === 0) return open.map(() => 0);
  const shares = open.map((minor, at) => {
    const product = BigInt(amountMinor) * BigInt(minor);
    return { at, minor, share: Number(product / BigInt(whole)), rest: Number(product % BigInt(whole)) };
  });
  const ranked = shares.toSorted(
    (a, b) => b.rest - a.rest || b.minor - a.minor || (toSortKey(items[a.at]) < toSortKey(items[b.at]) ? -1 : 1),
  );
  const leftOver = amountMinor - sum(shares.map(({ share }) => share));
  for (const entry of ranked.slice(0, leftOver)) entry.share += 1;
  return shares.map(({ share }) => share);
}

/**
 * The tax in a part of a line that is paid back, after what was paid back before: what is due for both together, less
 * what was booked before. So the parts come to exactly the tax of the line, even where one of them was refused later.
 */
export function calculateRefundTax(
  { totalMinor, taxMinor }: { totalMinor: number; taxMinor: number },
  amountMinor: number,
  already: { amountMinor: number; taxMinor: number },
): number {
  if (totalMinor === 0) return 0;
  const due = scaleRounded(taxMinor, already.amountMinor + amountMinor, totalMinor) - already.taxMinor;
  return Math.min(Math.max(due, 0), amountMinor);
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, minor) => total + minor, 0);
}
