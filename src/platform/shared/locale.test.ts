import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  defaultLocale,
  getTextDirection,
  formattingTag,
  intlTag,
  isLocale,
  locales,
  getLanguageName,
  pickLocale,
} from './locale.ts';

describe('locales', () => {
  it('has 28 unique entries', () => {
    expect(new Set(locales).size).toBe(28);
  });

  it.each(locales)('includes %s, which Intl supports and which has a name in its own language', (locale) => {
    expect(Intl.getCanonicalLocales(intlTag(locale))).toEqual([intlTag(locale)]);
    expect(Intl.DateTimeFormat.supportedLocalesOf(intlTag(locale))).toHaveLength(1);
    expect(getLanguageName(locale)).not.toMatch(/^[a-z]{2,3}-[A-Z]{2}$/);
  });

  it('names a language without its region, unless another locale has the same language', () => {
    expect(getLanguageName('th-TH')).toBe('ไทย');
    expect(getLanguageName('iw-IL')).toBe('עברית');
    expect(getLanguageName('de-DE', 'en-US')).toBe('German');
    expect(getLanguageName('zh-HK')).not.toBe(getLanguageName('zh-CN'));
  });

  it.each(locales)('formats %s with Latin digits and Gregorian years', (locale) => {
    const date = new Date('2031-12-05T12:00:00Z');
    expect(new Intl.DateTimeFormat(formattingTag(locale), { year: 'numeric', timeZone: 'UTC' }).format(date)).toContain(
      '2031',
    );
  });

  it('is right-to-left in Arabic and Hebrew only', () => {
    expect(locales.filter((locale) => getTextDirection(locale) === 'rtl')).toEqual(['ar-SA', 'iw-IL']);
  });
});

describe('pickLocale', () => {
  it('always returns a supported locale', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.string({ maxLength: 20 }))), (tags) => {
        expect(isLocale(pickLocale(tags))).toBe(true);
      }),
    );
  });

  it('matches code, modern tag and language case-insensitively', () => {
    expect(locales.map((locale) => pickLocale([locale]))).toEqual(locales);
    expect(locales.map((locale) => pickLocale([intlTag(locale).toUpperCase()]))).toEqual(locales);
    const uniqueByLanguage = locales.filter((locale) => !locale.startsWith('zh-'));
    expect(uniqueByLanguage.map((locale) => pickLocale([intlTag(locale).split('-')[0]]))).toEqual(uniqueByLanguage);
  });

  it('returns the first supported locale of the list', () => {
    fc.assert(
      fc.property(fc.constantFrom(...locales), fc.array(fc.constantFrom(...locales)), (first, rest) => {
        expect(pickLocale(['xx', null, '', first, ...rest])).toBe(first);
      }),
    );
  });

  it.each([
    ['zh', 'zh-CN'],
    ['zh-Hant', 'zh-HK'],
    ['zh-TW', 'zh-HK'],
    ['zh-Hans-SG', 'zh-CN'],
    ['pt-BR', 'pt-PT'],
    ['nn-NO', 'no-NO'],
    ['he', 'iw-IL'],
    ['id', 'in-ID'],
    ['fil-PH', 'tl-PH'],
    ['de_AT', 'de-DE'],
    ['eo', defaultLocale],
  ])('maps %s to %s', (tag, locale) => {
    expect(pickLocale([tag])).toBe(locale);
  });
});
