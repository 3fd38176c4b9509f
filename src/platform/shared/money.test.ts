import { describe, expect, it } from 'vitest';
import { formatMoneyForLocale } from './money.ts';

describe('money is written', () => {
  it.each([
    ['en-US', { minor: 123_456, currency: 'USD' }, '$1,234.56'],
    ['de-DE', { minor: 4995, currency: 'EUR' }, '49,95\u00A0€'],
    ['ja-JP', { minor: 3400, currency: 'JPY' }, '￥3,400'],
    ['en-US', { minor: 3400, currency: 'JPY' }, '¥3,400'],
  ] as const)('in %s with the digits of its currency', (locale, money, text) => {
    expect(formatMoneyForLocale(locale, money)).toBe(text);
  });

  it('from right to left with its sign in one piece', () => {
    expect(formatMoneyForLocale('ar-SA', { minor: 4995, currency: 'USD' })).toContain('\u2066US$\u2069');
  });
});
