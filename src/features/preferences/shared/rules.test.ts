import { describe, expect, it } from 'vitest';
import { locales } from '#platform/shared/locale.ts';
import { communicationsKey, toEmailLanguage, emailLanguages } from './rules.ts';

describe('emailLanguages', () => {
  it('are the interface languages except Malay and Tagalog', () => {
    expect(locales.filter((locale) => !(emailLanguages as readonly string[]).includes(locale))).toEqual([
      'ms-MY',
      'tl-PH',
    ]);
    expect(emailLanguages).toHaveLength(26);
  });

  it.each([
    ['de-DE', 'de-DE'],
    ['ms-MY', 'en-US'],
    ['de', 'en-US'],
    ['', 'en-US'],
  ])('toEmailLanguage maps %j to %s', (language, expected) => {
    expect(toEmailLanguage(language)).toBe(expected);
  });
});

it('communicationsKey is named after the product', () => {
  expect(communicationsKey('bluewater')).toBe('bluewaterCommunications');
});
