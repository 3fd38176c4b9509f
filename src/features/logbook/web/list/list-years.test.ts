import { describe, expect, it } from 'vitest';
import { findYearStarts } from './list-years.ts';

const years = [
  { year: 2026, dives: 19, minutes: 800 },
  { year: 2024, dives: 12, minutes: 500 },
  { year: 2025, dives: 1, minutes: 40 },
];

describe('findYearStarts', () => {
  it('starts each year after the dives of the previous ones', () => {
    const starts = findYearStarts(years, 'dive_date_desc');
    expect([...starts].map(([index, { year }]) => [index, year])).toEqual([
      [0, 2026],
      [19, 2025],
      [20, 2024],
    ]);
  });

  it('reverses the years with the oldest first', () => {
    const starts = findYearStarts(years, 'dive_date_asc');
    expect([...starts].map(([index, { year }]) => [index, year])).toEqual([
      [0, 2024],
      [12, 2025],
      [13, 2026],
    ]);
  });
});
