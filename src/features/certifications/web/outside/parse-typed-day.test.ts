import { expect, test } from 'vitest';
import { parseTypedDay } from './parse-typed-day.ts';

const now = new Date('2026-11-15T12:00:00Z');

test.each([
  ['', '', '', null],
  ['8', '6', '2024', '2024-06-08'],
  ['15', '11', '2026', '2026-11-15'],
  ['16', '11', '2026', 'wrong'],
  ['31', '2', '2026', 'wrong'],
  ['', '6', '2024', 'wrong'],
  ['8', '13', '2024', 'wrong'],
  ['8', '0', '2024', 'wrong'],
  ['8', 'June', '2024', 'wrong'],
  ['8', '6', '24', 'wrong'],
])('parses %s, %s, %s as %s', (day, month, year, expected) => {
  expect(parseTypedDay(day, month, year, now)).toBe(expected);
});
