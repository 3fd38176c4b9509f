import { createIntl } from 'react-intl';
import { describe, expect, it } from 'vitest';
import { formattingTag } from '#platform/shared/locale.ts';
import { formatMoney } from './format-money.ts';

const format = (locale: Parameters<typeof formattingTag>[0], minor: number, currency: string) =>
  formatMoney(createIntl({ locale: formattingTag(locale) }), { minor, currency }).replaceAll(/\s/g, ' ');

describe('formatMoney', () => {
  it('follows the locale and uses Latin digits', () => {
    expect(format('en-US', 2695, 'USD')).toBe('$26.95');
    expect(format('de-DE', 2695, 'USD')).toBe('26,95 $');
    expect(format('ar-SA', 2695, 'USD')).toContain('26.95');
    expect(format('ar-SA', 2695, 'USD')).toContain('\u2066US$\u2069');
  });

  it('uses the number of decimals of the currency', () => {
    expect(format('en-US', 4995, 'JPY')).toBe('¥4,995');
    expect(format('en-US', 4995, 'KWD')).toContain('4.995');
  });
});
