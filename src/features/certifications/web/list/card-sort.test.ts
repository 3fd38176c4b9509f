import { expect, test } from 'vitest';
import { readSort, withSort } from './card-sort.ts';

test.each([
  ['', 'name_asc'],
  ['sort=price_desc', 'price_desc'],
  ['sort=by-magic', 'name_asc'],
])('reads ?%s as %s', (address, sort) => {
  expect(readSort(new URLSearchParams(address))).toBe(sort);
});

test('omits the default order from the URL and keeps other parameters', () => {
  const query = new URLSearchParams('for=7');
  expect(String(withSort(query, 'popular'))).toBe('for=7&sort=popular');
  expect(String(withSort(withSort(query, 'popular'), 'name_asc'))).toBe('for=7');
});
