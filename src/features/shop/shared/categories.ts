import type { TaxClass } from '#features/payments/shared/tax.ts';

/** Listed in the order the shop shows them. */
export const categories = ['course', 'specialty', 'ecard', 'card', 'membership', 'gear', 'book'] as const;
export type Category = (typeof categories)[number];

/** Order lines can also be an application fee, which the shop does not sell. */
export const lineCategories = [...categories, 'application'] as const;
export type LineCategory = (typeof lineCategories)[number];

export const taxClassByCategory: Readonly<Record<LineCategory, TaxClass>> = {
  course: 'digital',
  specialty: 'digital',
  ecard: 'digital',
  membership: 'digital',
  application: 'digital',
  card: 'goods',
  gear: 'goods',
  book: 'book',
};

/** The sort orders required by the specification. */
export const productSorts = ['popular', 'name', 'name_desc', 'price', 'price_desc'] as const;
export type ProductSort = (typeof productSorts)[number];
