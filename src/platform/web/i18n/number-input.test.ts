import { describe, expect, it } from 'vitest';
import { parseNumber, formatNumberInput } from './number-input.ts';

describe('a number somebody writes', () => {
  it('has a comma or a point for its decimals, whatever the language', () => {
    for (const tag of ['en-US', 'de-DE', 'fr-FR', 'ar-SA-u-nu-latn']) {
      expect(parseNumber('12.4', tag), tag).toBe(12.4);
      expect(parseNumber('12,4', tag), tag).toBe(12.4);
      expect(parseNumber(' 18 ', tag), tag).toBe(18);
      expect(parseNumber(',5', tag), tag).toBe(0.5);
      expect(parseNumber('-2', tag), tag).toBe(-2);
      expect(parseNumber('−2', tag), tag).toBe(-2);
    }
  });

  it('may have its thousands apart, as the language has it', () => {
    expect(parseNumber('3,000', 'en-US')).toBe(3000);
    expect(parseNumber('3.000', 'en-US')).toBe(3);
    expect(parseNumber('3.000', 'de-DE')).toBe(3000);
    expect(parseNumber('3,000', 'de-DE')).toBe(3);
    expect(parseNumber('1,234.5', 'de-DE')).toBe(1234.5);
    expect(parseNumber('1.234,5', 'en-US')).toBe(1234.5);
    expect(parseNumber('3 000', 'fr-FR')).toBe(3000);
    expect(parseNumber('0,125', 'en-US')).toBe(0.125);
  });

  it('may be in the digits of another keyboard', () => {
    expect(parseNumber('١٢٫٤', 'ar-SA')).toBe(12.4);
    expect(parseNumber('۱۸', 'en-US')).toBe(18);
    expect(parseNumber('１８．５'.replace('．', '.'), 'ja-JP')).toBe(18.5);
  });

  it('is none where it says none', () => {
    for (const text of ['', '-', 'deep', '12m', '1e3', '0x10', '1-2'])
      expect(parseNumber(text, 'en-US'), text).toBe(null);
  });

  it('is written back by the same hand, to the same number', () => {
    for (const tag of ['en-US', 'de-DE', 'ar-SA-u-nu-latn'])
      for (const value of [0, 12.4, 3000, -1.5, 11.1])
        expect(parseNumber(formatNumberInput(value, tag), tag)).toBe(value);
  });
});
