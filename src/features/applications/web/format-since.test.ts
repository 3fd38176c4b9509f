import { createIntl } from 'react-intl';
import { expect, test } from 'vitest';
import { formatSince } from './format-since.ts';

const intl = createIntl({ locale: 'en-US', timeZone: 'UTC', messages: { 'applications.today': 'today' } as never });
const now = new Date('2026-11-16T15:00:00');

test.each([
  ['2026-11-16T08:00:00', 'today'],
  ['2026-11-12T08:00:00', 'Thursday'],
  // Exactly a week ago is the same weekday, so the date is shown.
  ['2026-11-09T08:00:00', 'November 9'],
])('formats %s as %s', (iso, text) => {
  expect(formatSince(intl, iso, now)).toBe(text);
});
