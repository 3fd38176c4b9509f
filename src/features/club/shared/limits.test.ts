import { expect, it } from 'vitest';
import { clubCurrency, findFreeStart, type Period } from './membership-rules.ts';

it('prices are in US dollars', () => {
  expect(clubCurrency).toBe('USD');
});

const period = (startsOn: string, endsOn: string, endedEarlyOn: string | null = null): Period => ({
  kind: 'gift',
  startsOn,
  endsOn,
  endedEarlyOn,
});

it.each<[string, Period[], string, string]>([
  ['without other periods', [], '2026-03-03', '2026-03-03'],
  ['the day before a period ends', [period('2025-03-04', '2026-03-04')], '2026-03-03', '2026-03-04'],
  ['the day a period ends', [period('2025-03-03', '2026-03-03')], '2026-03-03', '2026-03-03'],
  ['a year before a period starts', [period('2027-03-03', '2028-03-03')], '2026-03-03', '2026-03-03'],
  ['a day less than a year before it', [period('2027-03-02', '2028-03-02')], '2026-03-03', '2028-03-02'],
  ['in a period that ended early', [period('2026-01-01', '2027-01-01', '2026-02-01')], '2026-03-03', '2026-03-03'],
  ['with a period that never started', [period('2026-04-01', '2027-04-01', '2026-04-01')], '2026-03-03', '2026-03-03'],
  [
    'in the first of two periods, listed in any order',
    [period('2027-01-01', '2028-01-01'), period('2026-01-01', '2027-01-01')],
    '2026-03-03',
    '2028-01-01',
  ],
])('first start of a year %s', (_name, periods, day, start) => {
  expect(findFreeStart(periods, day)).toBe(start);
});
