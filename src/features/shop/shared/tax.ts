import * as z from 'zod';
import type { Category } from './lists.ts';

/** What is taxed alike: what is only ever on a screen, what is sent, and books. */
const taxClasses = ['digital', 'goods', 'book'] as const;
type TaxClass = (typeof taxClasses)[number];

const classOf: Record<Category, TaxClass> = {
  course: 'digital',
  specialty: 'digital',
  ecard: 'digital',
  membership: 'digital',
  card: 'goods',
  gear: 'goods',
  book: 'book',
};

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

/** Where nothing is known of a country, nothing is taken. */
export function taxIn(table: TaxTable, country: string): { isIncluded: boolean; bpOf(category: Category): number } {
  const known = Object.hasOwn(table.countries, country) ? table.countries[country] : undefined;
  return {
    isIncluded: known?.isIncluded ?? false,
    bpOf: (category) => known?.bp[classOf[category]] ?? 0,
  };
}
