import { describe, expect, it } from 'vitest';
import { formatMoneyForLocale } from './money.ts';

describe('formatMoneyForLocale', () => {
  it.each([
    ['en-US', { minor: 123_456, currency: 'USD' }, '$1,234.56'],
    ['de-DE', { minor: 4995, currency: 'EUR' }, '49,95\u00A0€'],
    ['ja-JP', { minor: 3400, currency: 'JPY' }, '￥3,400'],
    ['en-US', { minor: 3400, currency: 'JPY' }, '¥3,400'],
  ] as const)('uses the decimals of the currency in %s', (locale, money, text) => {
    expect(formatMoneyForLocale(locale, money)).toBe(text);
  });

  it('isolates the currency symbol in right-to-left text', () => {
    expect(formatMoneyForLocale('ar-SA', { minor: 4995, currency: 'USD' })).toContain('\u2066US$\u2069');
  });
});
