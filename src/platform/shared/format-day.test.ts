import { createIntl } from 'react-intl';
import { expect, it } from 'vitest';
import { formatDateTime, formatDay } from './format-day.ts';
import { formattingTag, type Locale } from './locale.ts';

const readerIn = (timeZone: string) => createIntl({ locale: 'en-US', timeZone });
const readerOf = (locale: Locale) => createIntl({ locale: formattingTag(locale), timeZone: 'UTC' });

it('formats a date as the same day in every time zone', () => {
  for (const timeZone of ['Pacific/Honolulu', 'UTC', 'Pacific/Auckland'])
    expect(formatDay(readerIn(timeZone), '2026-03-01', 'medium')).toBe('Mar 1, 2026');
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
