import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { getDayGroup } from './rules.ts';

test.each([
  ['2026-11-15T06:00:00Z', '2026-11-15T20:00:00Z', 'UTC', 'today'],
  ['2026-11-14T23:59:59Z', '2026-11-15T00:00:01Z', 'UTC', 'yesterday'],
  ['2026-11-14T23:59:59Z', '2026-11-15T00:00:01Z', 'Asia/Tokyo', 'today'],
  ['2026-11-13T23:59:59Z', '2026-11-15T00:00:01Z', 'UTC', 'older'],
  // The nights in which the clocks change are an hour longer or shorter.
  ['2026-10-24T22:30:00Z', '2026-10-26T22:30:00Z', 'Europe/Berlin', 'yesterday'],
  ['2026-03-28T23:30:00Z', '2026-03-30T21:30:00Z', 'Europe/Berlin', 'yesterday'],
  ['2026-02-28T12:00:00Z', '2026-03-01T12:00:00Z', 'UTC', 'yesterday'],
  // The server's clock may be slightly ahead.
  ['2026-11-15T20:00:05Z', '2026-11-15T20:00:00Z', 'UTC', 'today'],
])('getDayGroup: %s, read at %s in %s, is %s', (timestamp, now, timeZone, expected) => {
  expect(getDayGroup(timestamp, new Date(now), timeZone)).toBe(expected);
});

test('getDayGroup never puts an older notification into a newer group', () => {
  const order = { today: 0, yesterday: 1, older: 2 };
  const moment = fc.date({ min: new Date('2000-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(moment, moment, moment, fc.constantFrom('UTC', 'Asia/Tokyo', 'America/New_York'), (a, b, now, zone) => {
      const [older, newer] = a < b ? [a, b] : [b, a];
      const group = (date: Date) => order[getDayGroup(date.toISOString(), now, zone)];
      expect(group(newer)).toBeLessThanOrEqual(group(older));
    }),
  );
});
