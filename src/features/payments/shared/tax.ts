import * as z from 'zod';

/** What is taxed alike: what is only ever on a screen, what is sent, and books. */
export type TaxClass = 'digital' | 'goods' | 'book';

const Bp = z.int().min(0).max(10_000);
export const TaxTable = z.strictObject({
  countries: z.record(
    z.string().regex(/^[A-Z]{2}$/, 'must be a country of two letters'),
    z.strictObject({
      /** Whether prices contain it; elsewhere it is added. */
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

/** Where nothing is known of a country, nothing is taken. */
export function getCountryTax(table: TaxTable, country: string): Tax {
  const known = Object.hasOwn(table.countries, country) ? table.countries[country] : undefined;
  return {
    isIncluded: known?.isIncluded ?? false,
    bpOf: (taxClass) => known?.bp[taxClass] ?? 0,
  };
}

const wholeBp = 10_000;

/** Half a cent is a whole one. A product of two amounts may be more than a number holds to the last digit. */
export function scaleRounded(amount: number, factor: number, by: number): number {
  const divisor = BigInt(by);
  const product = BigInt(amount) * BigInt(factor);
  return Number((2n * product + divisor) / (2n * divisor));
}

/** The tax that is contained in an amount, or added to it. */
export function calculateTax(amountMinor: number, taxBp: number, isIncluded: boolean): number {
  return scaleRounded(amountMinor, taxBp, isIncluded ? wholeBp + taxBp : wholeBp);
}
