/** In the order in which the shop shows them. */
export const categories = ['course', 'specialty', 'ecard', 'card', 'membership', 'gear', 'book'] as const;
export type Category = (typeof categories)[number];

/** As the specification has them. */
export const productSorts = ['popular', 'name', 'name_desc', 'price', 'price_desc'] as const;
export type ProductSort = (typeof productSorts)[number];
