import { createIntl } from 'react-intl';
import { expect, it } from 'vitest';
import { formatTotal } from './format-total.ts';
import { maxTotal } from './max-total.ts';

const id = 'applications.assigned.count';

it.each([
  ['en-US', maxTotal - 1, '9,999 applications'],
  ['en-US', maxTotal, '10,000+ applications'],
  ['de-DE', maxTotal, '10.000+ applications'],
])('writes in %s %i as %s', (locale, count, text) => {
  const intl = createIntl({
    locale,
    messages: { [id]: '{count, plural, one {# application} other {# applications}}' } as never,
  });
  expect(formatTotal(intl, id, count)).toBe(text);
});
