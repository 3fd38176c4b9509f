import { expect, it } from 'vitest';
import { categories, lineCategories, productSorts, taxClassByCategory } from './categories.ts';
import { pageSize, paymentMethods, productKinds, recommendReasons, shopEndpoints } from './contract.ts';
import { listPromotionCards, promotionCardStock } from './promotion-cards.ts';
import { clubDiscount } from './promotion-rules.ts';

it('24 products on a page', () => {
  expect(pageSize).toBe(24);
});

it.each([
  [0, false],
  [1, true],
  [500, true],
  [501, false],
])('a line with %i pieces is accepted: %s', (quantity, expected) => {
  const { body } = shopEndpoints.endpoints['PUT basket/lines/{lineId}'];
  expect(body.safeParse({ quantity }).success).toBe(expected);
});

it('order of categories, kinds, reasons, payment methods and sort options', () => {
  expect(categories).toEqual(['course', 'specialty', 'ecard', 'card', 'membership', 'gear', 'book']);
  expect(lineCategories.at(-1)).toBe('application');
  expect(productKinds).toEqual(['course', 'ecard', 'card', 'membership', 'code', 'item']);
  expect(recommendReasons).toEqual(['first', 'next', 'popular']);
  expect(paymentMethods).toEqual(['card', 'credit', 'free']);
  expect(productSorts).toEqual(['popular', 'name', 'name_desc', 'price', 'price_desc']);
});

it('tax class of each category', () => {
  expect(taxClassByCategory).toEqual({
    course: 'digital',
    specialty: 'digital',
    ecard: 'digital',
    membership: 'digital',
    application: 'digital',
    card: 'goods',
    gear: 'goods',
    book: 'book',
  });
});

it('a club year includes 25% off one course or specialty', () => {
  expect(clubDiscount).toEqual({
    worth: { percentBp: 2_500 },
    categories: ['course', 'specialty'],
    isForOne: true,
  });
});

it('promotion cards with their product numbers', () => {
  expect(promotionCardStock).toEqual({
    'open-water': 35,
    'junior-open-water': 36,
    adventure: 37,
    advanced: 46,
    rescue: 47,
    'enriched-air': 48,
    deep: 58,
    'peak-buoyancy': 59,
    'dry-suit': 60,
  });
  expect(listPromotionCards().map(({ stockId }) => stockId)).toEqual([35, 36, 37, 46, 47, 48, 58, 59, 60]);
});
