import { describe, expect, it } from 'vitest';
import { locales } from '#platform/shared/locale.ts';
import { communicationsKey, toEmailLanguage, emailLanguages } from './rules.ts';

describe('the languages in which we write', () => {
  it('are those of the interface but Malay and Tagalog', () => {
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
  ])('for somebody who reads %j the mail is in %s', (language, expected) => {
    expect(toEmailLanguage(language)).toBe(expected);
  });
});

it('the flag of our own letters is called after the product', () => {
  expect(communicationsKey('bluewater')).toBe('bluewaterCommunications');
});
