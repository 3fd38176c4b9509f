import type { TaxClass } from '#features/payments/shared/tax.ts';

/** In the order in which the shop shows them. */
export const categories = ['course', 'specialty', 'ecard', 'card', 'membership', 'gear', 'book'] as const;
export type Category = (typeof categories)[number];

/** Of an order's lines: the fee of an application is paid, and is not in the shop. */
export const lineCategories = [...categories, 'application'] as const;
export type LineCategory = (typeof lineCategories)[number];

/** What is taxed alike. */
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

/** As the specification has them. */
export const productSorts = ['popular', 'name', 'name_desc', 'price', 'price_desc'] as const;
export type ProductSort = (typeof productSorts)[number];
