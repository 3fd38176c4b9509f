import * as z from 'zod';

/** Products with the same tax rate: digital products, shipped goods and books. */
export type TaxClass = 'digital' | 'goods' | 'book';

const Bp = z.int().min(0).max(10_000);
export const TaxTable = z.strictObject({
  countries: z.record(
    z.string().regex(/^[A-Z]{2}$/, 'must be a two-letter country code'),
    z.strictObject({
      /** Whether prices include the tax; otherwise it is added. */
      isIncluded: z.boolean(),
      /** In hundredths of a percent. */
      bp: z.strictObject({ digital: Bp, goods: Bp, book: Bp }),
    }),
  ),
});
export type TaxTable = z.output<typeof TaxTable>;

export interface Tax {
  isIncluded: boolean;
  bpOf(taxClass: TaxClass): number;
}

/** Countries that are not in the table have no tax. */
export function getCountryTax(table: TaxTable, country: string): Tax {
  const known = Object.hasOwn(table.countries, country) ? table.countries[country] : undefined;
  return {
    isIncluded: known?.isIncluded ?? false,
    bpOf: (taxClass) => known?.bp[taxClass] ?? 0,
  };
}

const wholeBp = 10_000;

/** Rounds half up. Uses BigInt because the product may exceed the safe integer range. */
export function scaleRounded(amount: number, factor: number, by: number): number {
  const divisor = BigInt(by);
  const product = BigInt(amount) * BigInt(factor);
  return Number((2n * product + divisor) / (2n * divisor));
}

/** The tax included in an amount, or to be added to it. */
export function calculateTax(amountMinor: number, taxBp: number, isIncluded: boolean): number {
  return scaleRounded(amountMinor, taxBp, isIncluded ? wholeBp + taxBp : wholeBp);
}
