import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { locales } from '#platform/shared/locale.ts';
import { textVersion } from './rules.ts';

/** What a person reads next to a choice, in the preference center and behind the links in mails. */
const consentTexts = [
  'preferences.text',
  'preferences.newsletters',
  'preferences.communications',
  'preferences.communications.text',
  'preferences.third_party',
  'preferences.third_party.text',
  'preferences.language',
  'preferences.language.hint',
  'preferences.effect',
  'preferences.unsubscribe',
  'preferences.link.subscribed.title',
  'preferences.link.subscribed.text',
  'preferences.link.again.title',
  'preferences.link.again.text',
];

/** The texts of the current version in all languages. A changed text needs a new version, and then its digest here. */
const current = { version: '2026-11-19.2', digest: 'd63924ec8599b442' };

it('gets a new version with every change of a consent text', () => {
  const texts = locales.map((locale) => {
    const file = new URL(`messages/${locale}.json`, import.meta.url);
    const messages = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    return consentTexts.map((key) => {
      expect(messages[key], `${key} in ${locale}`).toBeTypeOf('string');
      return messages[key];
    });
  });
  const digest = createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16);
  expect({ version: textVersion, digest }).toEqual(current);
});
