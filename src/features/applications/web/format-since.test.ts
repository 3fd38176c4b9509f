import { createIntl } from 'react-intl';
import { expect, test } from 'vitest';
import { formatSince } from './format-since.ts';

const messages = { 'applications.today': 'today' } as never;
const readerIn = (timeZone: string) => createIntl({ locale: 'en-US', timeZone, messages });
const now = new Date('2026-11-16T15:00:00Z');

test.each([
  ['2026-11-16T08:00:00Z', 'today'],
  ['2026-11-12T08:00:00Z', 'Thursday'],
  // Exactly a week ago is the same weekday, so the date is shown.
  ['2026-11-09T08:00:00Z', 'November 9'],
])('formats %s as %s', (iso, text) => {
  expect(formatSince(readerIn('UTC'), iso, now)).toBe(text);
});

test('uses the days of the reader', () => {
  const at = '2026-11-16T08:00:00Z';
  expect(formatSince(readerIn('Pacific/Pago_Pago'), at, now)).toBe('Sunday');
  expect(formatSince(readerIn('Pacific/Kiritimati'), at, now)).toBe('Monday');
});
