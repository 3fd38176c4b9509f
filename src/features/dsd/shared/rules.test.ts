import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countsAsProcessed } from './rules.ts';

const now = new Date('2026-11-15T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();

describe('a processed checkpoint', () => {
  it.each([
    ['processed', 0, true],
    ['Processed', 30, true],
    ['PROCESSED', 12.5, true],
    ['processed', 30.01, false],
    ['processed', -0.01, false],
    ['completed', 1, false],
  ])('with status %s, changed %d days ago, counts: %s', (status, days, expected) => {
    expect(countsAsProcessed({ status, updatedDate: daysAgo(days) }, now)).toBe(expected);
  });

  it('does not count when there is none, or when its date is not one', () => {
    expect(countsAsProcessed(null, now)).toBe(false);
    expect(countsAsProcessed({ status: 'processed', updatedDate: 'yesterday' }, now)).toBe(false);
  });

  it('counts exactly from day 0 to day 30', () => {
    fc.assert(
      fc.property(fc.double({ min: -100, max: 100, noNaN: true }), (days) => {
        const updatedDate = daysAgo(days);
        const age = (now.getTime() - Date.parse(updatedDate)) / 86_400_000;
        expect(countsAsProcessed({ status: 'processed', updatedDate }, now)).toBe(age >= 0 && age <= 30);
      }),
    );
  });
});
