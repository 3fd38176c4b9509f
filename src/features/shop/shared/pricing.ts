import { scaleRounded, calculateTax } from '#features/payments/shared/tax.ts';
import type { Category } from './categories.ts';

/** An item to price. Amounts are in minor units, rates in hundredths of a percent. */
export interface PricingItem {
  category: Category;
  unitMinor: number;
  quantity: number;
  taxBp: number;
}

export type DiscountValue = { percentBp: number } | { amountMinor: number };
export interface Discount {
  worth: DiscountValue;
  /** Null applies to all categories. */
  categories: readonly string[] | null;
  /** Applies to a single piece, the most expensive one. */
  isForOne?: boolean;
}

export interface LinePrice {
  unitMinor: number;
  discountMinor: number;
  taxBp: number;
  taxMinor: number;
  /** The amount paid, including tax. */
  totalMinor: number;
}

export interface PricingResult {
  /** In the order of the items. */
  lines: LinePrice[];
  /** The amount saved by each discount, in the order of the discounts. */
  savedMinor: number[];
  subtotalMinor: number;
  discountMinor: number;
  taxMinor: number;
  totalMinor: number;
}

const wholeBp = 10_000;

/** Prices every line and the totals. Discounts apply one after the other, each to the remaining amount. */
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

/** Returns the price of one piece of the most expensive line. Ties do not depend on the order of the basket. */
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
 * Distributes an amount over lines in proportion to their price. Leftover cents go to the largest remainders; ties are
 * broken by tax rate and category, so the result does not depend on the order of the basket.
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
 * The tax included in a partial refund: the tax due for all refunds so far, less the tax already booked. The parts add
 * up to exactly the tax of the line, even if one of them is rejected later.
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
