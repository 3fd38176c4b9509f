import { createIntl } from 'react-intl';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createDayFormatter, formatDateTime, formatDay, formatDayRange, formatMonth } from './format-day.ts';
import { formattingTag, type Locale } from './locale.ts';

const readerIn = (timeZone: string) => createIntl({ locale: 'en-US', timeZone });
const readerOf = (locale: Locale) => createIntl({ locale: formattingTag(locale), timeZone: 'UTC' });

const zones = ['Pacific/Pago_Pago', 'UTC', 'Pacific/Kiritimati'];

it.each(zones)('formats a day of a page as the same day for a reader in %s', (timeZone) => {
  const reader = readerIn(timeZone);
  expect(formatDay(reader, '2026-03-01', 'medium')).toBe('Mar 1, 2026');
  expect(formatDay(reader, '2026-03-01', 'full')).toBe('Sunday, March 1, 2026');
  expect(formatMonth(reader, '2026-03-01')).toBe('Mar');
  expect(formatDayRange(reader, '2026-03-01', '2027-02-28')).toBe('Mar 1, 2026\u2009–\u2009Feb 28, 2027');
});

it.each(zones)('formats a day of a document as the same day on a server in %s', (timeZone) => {
  vi.stubEnv('TZ', timeZone);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(createDayFormatter('en-US', 'long')('2026-03-01')).toBe('March 1, 2026');
  expect(createDayFormatter('en-US', 'long', timeZone)('2026-03-01')).toBe('March 1, 2026');
});

it('formats a timestamp of a document as its day in the time zone, by default UTC', () => {
  const at = '2026-03-01T01:30:00.000Z';
  expect(createDayFormatter('en-US', 'medium')(at)).toBe('Mar 1, 2026');
  expect(createDayFormatter('en-US', 'medium', 'Pacific/Honolulu')(at)).toBe('Feb 28, 2026');
});

it('formats a timestamp as the local day of the reader', () => {
  const at = '2026-03-01T01:30:00.000Z';
  expect(formatDay(readerIn('Pacific/Honolulu'), at, 'long')).toBe('February 28, 2026');
  expect(formatDay(readerIn('UTC'), at, 'long')).toBe('March 1, 2026');
});

it.each([
  ['de-DE', '8. Nov. 2026', '8. Nov. 2026, 20:05'],
  ['ja-JP', '2026年11月8日', '2026年11月8日 20:05'],
  ['pt-PT', '8 de novembro de 2026', '8 de novembro de 2026 às 20:05'],
  ['ar-SA', '8 نوفمبر 2026', '8 نوفمبر 2026، 8:05 م'],
] as const)('formats the day in %s alike with and without a time', (locale, day, moment) => {
  expect(formatDay(readerOf(locale), '2026-11-08', 'medium')).toBe(day);
  expect(formatDateTime(readerOf(locale), '2026-11-08T20:05:00Z')).toBe(moment);
});
