import { describe, expect, it } from 'vitest';
import { toQueryString, parseStockNumber, parseProductQuery, listVisibleCategories } from './product-query.ts';

const everything = { category: null, sort: 'popular', search: '' } as const;
const read = (query: string) => parseProductQuery(new URLSearchParams(query));

describe('parseProductQuery and toQueryString', () => {
  it('default to all products sorted by popularity', () => {
    expect(read('')).toEqual(everything);
    expect(toQueryString(everything)).toBe('?');
  });

  it('round-trip a query', () => {
    const view = { category: 'gear', sort: 'price_desc', search: 'mask & fins' } as const;
    expect(read(toQueryString(view))).toEqual(view);
  });

  it('ignore unknown values', () => {
    expect(read('category=weapons&sort=color')).toEqual(everything);
  });

  it('limit the search to the length the server accepts', () => {
    expect(read(`search=${'a'.repeat(300)}`).search).toHaveLength(100);
  });
});

describe('parseStockNumber', () => {
  it.each([
    ['stock=35', '35'],
    ['stock=', null],
    ['stock=35a', null],
    ['stock=-1', null],
    ['', null],
  ])('parses %s as %s', (query, stock) => {
    expect(parseStockNumber(new URLSearchParams(query))).toBe(stock);
  });
});

describe('listVisibleCategories', () => {
  it('returns the categories with matches in their fixed order', () => {
    expect(listVisibleCategories({ book: 2, course: 1, gear: 0 }, null)).toEqual(['course', 'book']);
  });

  it('includes the selected category', () => {
    expect(listVisibleCategories({ book: 2 }, 'gear')).toEqual(['gear', 'book']);
  });
});
