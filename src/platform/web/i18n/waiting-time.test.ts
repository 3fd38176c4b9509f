import { expect, it } from 'vitest';
import { getWaitingTime } from './waiting-time.ts';

const now = new Date('2026-06-10T12:00:00Z');

it.each([
  ['2026-06-10T12:00:30Z', 0, 'minute'],
  ['2026-06-10T11:59:30Z', 0, 'minute'],
  ['2026-06-10T11:01:00Z', 59, 'minute'],
  ['2026-06-10T11:00:00Z', 1, 'hour'],
  ['2026-06-09T12:00:01Z', 23, 'hour'],
  ['2026-06-01T12:00:00Z', 9, 'day'],
] as const)('getWaitingTime returns for %s the value %i in the unit %s', (since, value, unit) => {
  expect(getWaitingTime(since, now)).toEqual({ value, unit });
});
