import { describe, expect, it } from 'vitest';
import { getDatePartOrder } from './date-part-order.ts';

describe('orderOfDate', () => {
  it.each([
    ['en-US', ['month', 'day', 'year']],
    ['de-DE', ['day', 'month', 'year']],
    ['ja-JP', ['year', 'month', 'day']],
    ['ar-SA-u-ca-gregory-nu-latn', ['day', 'month', 'year']],
  ] as const)('writes a date in %s as people there do', (tag, order) => {
    expect(getDatePartOrder(tag)).toEqual(order);
  });
});
