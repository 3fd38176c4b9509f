import { describe, expect, it } from 'vitest';
import { timeSince } from './time-since.ts';

const now = new Date('2026-11-15T12:00:00Z');

describe('timeSince', () => {
  it.each([
    ['2026-11-15T11:59:01Z', { value: 0, unit: 'second' }],
    ['2026-11-15T11:58:59Z', { value: -1, unit: 'minute' }],
    ['2026-11-15T11:00:01Z', { value: -59, unit: 'minute' }],
    ['2026-11-15T11:00:00Z', { value: -1, unit: 'hour' }],
    ['2026-11-14T12:00:01Z', { value: -23, unit: 'hour' }],
    ['2026-11-14T12:00:00Z', { value: -1, unit: 'day' }],
    ['2026-11-01T12:00:00Z', { value: -14, unit: 'day' }],
  ])('returns %s in the largest unit that fits', (iso, expected) => {
    expect(timeSince(iso, now)).toEqual(expected);
  });

  it('returns null after two weeks', () => {
    expect(timeSince('2026-10-31T12:00:00Z', now)).toBeNull();
  });

  it('treats a time slightly in the future as now', () => {
    expect(timeSince('2026-11-15T12:00:05Z', now)).toEqual({ value: 0, unit: 'second' });
  });
});
