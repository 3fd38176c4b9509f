import { describe, expect, it } from 'vitest';
import { parseNumber, formatNumberInput } from './number-input.ts';

describe('parseNumber', () => {
  it('accepts a comma or a point as decimal mark in every language', () => {
    for (const tag of ['en-US', 'de-DE', 'fr-FR', 'ar-SA-u-nu-latn']) {
      expect(parseNumber('12.4', tag), tag).toBe(12.4);
      expect(parseNumber('12,4', tag), tag).toBe(12.4);
      expect(parseNumber(' 18 ', tag), tag).toBe(18);
      expect(parseNumber(',5', tag), tag).toBe(0.5);
      expect(parseNumber('-2', tag), tag).toBe(-2);
      expect(parseNumber('−2', tag), tag).toBe(-2);
    }
  });

  it('accepts the group separators of the language', () => {
    expect(parseNumber('3,000', 'en-US')).toBe(3000);
    expect(parseNumber('3.000', 'en-US')).toBe(3);
    expect(parseNumber('3.000', 'de-DE')).toBe(3000);
    expect(parseNumber('3,000', 'de-DE')).toBe(3);
    expect(parseNumber('1,234.5', 'de-DE')).toBe(1234.5);
    expect(parseNumber('1.234,5', 'en-US')).toBe(1234.5);
    expect(parseNumber('3 000', 'fr-FR')).toBe(3000);
    expect(parseNumber('0,125', 'en-US')).toBe(0.125);
  });

  it('accepts Arabic, Persian and full-width digits', () => {
    expect(parseNumber('١٢٫٤', 'ar-SA')).toBe(12.4);
    expect(parseNumber('۱۸', 'en-US')).toBe(18);
    expect(parseNumber('１８．５'.replace('．', '.'), 'ja-JP')).toBe(18.5);
  });

  it('returns null for a text that is no number', () => {
    for (const text of ['', '-', 'deep', '12m', '1e3', '0x10', '1-2'])
      expect(parseNumber(text, 'en-US'), text).toBe(null);
  });

  it('returns the same number for the output of formatNumberInput', () => {
    for (const tag of ['en-US', 'de-DE', 'ar-SA-u-nu-latn'])
      for (const value of [0, 12.4, 3000, -1.5, 11.1])
        expect(parseNumber(formatNumberInput(value, tag), tag)).toBe(value);
  });
});
