import { expect, it } from 'vitest';
import { divePhotoMaxBytes, guestPageSize } from './limits.ts';
import { canRestart } from './rules.ts';

it.each([
  ['guests on a page', guestPageSize, 500],
  ['size of a dive photo: 10 MiB', divePhotoMaxBytes, 10_485_760],
])('%s', (_name, actual, expected) => {
  expect(actual).toBe(expected);
});

it.each([
  ['processed', '2026-10-15T12:00:00.000Z', true],
  ['Processed', '2026-10-16T11:59:59.999Z', true],
  ['processed', '2026-10-16T12:00:00.000Z', false],
  ['processed', '2026-10-16T12:00:00.001Z', false],
  ['completed', '2026-10-15T12:00:00.000Z', false],
])('a program that is %s since %s can be repeated 30 days later: %s', (status, updatedDate, expected) => {
  expect(canRestart({ status, updatedDate }, new Date('2026-11-15T12:00:00Z'))).toBe(expected);
});
