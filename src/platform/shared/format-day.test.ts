import { createIntl } from 'react-intl';
import { expect, it } from 'vitest';
import { formatDay } from './format-day.ts';

const readerIn = (timeZone: string) => createIntl({ locale: 'en-US', timeZone });

it('formats a date as the same day in every time zone', () => {
  for (const timeZone of ['Pacific/Honolulu', 'UTC', 'Pacific/Auckland'])
    expect(formatDay(readerIn(timeZone), '2026-03-01', 'medium')).toBe('Mar 1, 2026');
});

it('formats a timestamp as the local day of the reader', () => {
  const at = '2026-03-01T01:30:00.000Z';
  expect(formatDay(readerIn('Pacific/Honolulu'), at, 'long')).toBe('February 28, 2026');
  expect(formatDay(readerIn('UTC'), at, 'long')).toBe('March 1, 2026');
});
