import { describe, expect, it } from 'vitest';
import { addDays, addMonths, addYear, daysBetween, getLocalIsoDate, latestIsoDate, toIsoDate } from './dates.ts';

describe('latestIsoDate', () => {
  it('is tomorrow once it has started anywhere', () => {
    expect(latestIsoDate(new Date('2026-06-14T09:59:00Z'))).toBe('2026-06-14');
    expect(latestIsoDate(new Date('2026-06-14T10:00:00Z'))).toBe('2026-06-15');
  });
});

describe('addMonths', () => {
  it.each([
    ['2026-11-15', 12, '2027-11-15'],
    ['2026-08-31', 1, '2026-09-30'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2026-12-31', 2, '2027-02-28'],
    ['2026-01-31', 84, '2033-01-31'],
    ['2026-03-03', 11, '2027-02-03'],
    ['2026-08-31', 6, '2027-02-28'],
    ['2026-01-31', 1, '2026-02-28'],
  ])('%s plus %i months is %s', (day, months, later) => {
    expect(addMonths(day, months)).toBe(later);
  });
});

describe('addYear', () => {
  it('returns the same day, or February 28 after February 29', () => {
    expect(addYear('2026-03-03')).toBe('2027-03-03');
    expect(addYear('2028-02-29')).toBe('2029-02-28');
    expect(addYear('2027-02-28')).toBe('2028-02-28');
  });
});

describe('addDays and daysBetween', () => {
  it('cross the end of a month', () => {
    expect(addDays('2026-02-27', 3)).toBe('2026-03-02');
    expect(daysBetween('2026-02-27', '2026-03-02')).toBe(3);
  });
});

describe('getLocalIsoDate', () => {
  it('returns the date of the local time zone', () => {
    const now = new Date(2026, 5, 14, 0, 30);
    expect(getLocalIsoDate(now)).toBe('2026-06-14');
    expect(toIsoDate(new Date('2026-06-14T23:59:00Z'))).toBe('2026-06-14');
  });
});
