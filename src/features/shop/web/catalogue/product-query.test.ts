import { describe, expect, it } from 'vitest';
import { toQueryString, parseStockNumber, parseProductQuery, listVisibleCategories } from './product-query.ts';

const everything = { category: null, sort: 'popular', search: '' } as const;
const read = (query: string) => parseProductQuery(new URLSearchParams(query));

describe('which part of the shelf is looked at', () => {
  it('is everything, the most popular first, unless the address says otherwise', () => {
    expect(read('')).toEqual(everything);
    expect(toQueryString(everything)).toBe('?');
  });

  it('comes back from the address it was put into', () => {
    const view = { category: 'gear', sort: 'price_desc', search: 'mask & fins' } as const;
    expect(read(toQueryString(view))).toEqual(view);
  });

  it('is the usual where the address says nonsense', () => {
    expect(read('category=weapons&sort=color')).toEqual(everything);
  });

  it('searches for no more than the server takes', () => {
    expect(read(`search=${'a'.repeat(300)}`).search).toHaveLength(100);
  });
});

describe('a stock number in the address', () => {
  it.each([
    ['stock=35', '35'],
    ['stock=', null],
    ['stock=35a', null],
    ['stock=-1', null],
    ['', null],
  ])('of %s is %s', (query, stock) => {
    expect(parseStockNumber(new URLSearchParams(query))).toBe(stock);
  });
});

describe('the categories to choose from', () => {
  it('are those that something is found in, in their order', () => {
    expect(listVisibleCategories({ book: 2, course: 1, gear: 0 }, null)).toEqual(['course', 'book']);
  });

  it('have the chosen one among them, so that it can be left', () => {
    expect(listVisibleCategories({ book: 2 }, 'gear')).toEqual(['gear', 'book']);
  });
});
