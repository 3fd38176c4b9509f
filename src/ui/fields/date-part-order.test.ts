import { describe, expect, it } from 'vitest';
import { getDatePartOrder } from './date-part-order.ts';

describe('getDatePartOrder', () => {
  it.each([
    ['en-US', ['month', 'day', 'year']],
    ['de-DE', ['day', 'month', 'year']],
    ['ja-JP', ['year', 'month', 'day']],
    ['ar-SA-u-ca-gregory-nu-latn', ['day', 'month', 'year']],
  ] as const)('returns the order of %s', (tag, order) => {
    expect(getDatePartOrder(tag)).toEqual(order);
  });
});
