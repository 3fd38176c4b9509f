import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createMailer } from '#platform/server/mail/mailer.ts';
import { quotedValueNames } from '#platform/server/mail/quotes.ts';
import { listMessageValues } from '#platform/server/i18n/message-values.ts';
import { loadMessages } from '#platform/server/i18n/messages.ts';
import { locales } from '#platform/shared/locale.ts';

const messages = loadMessages(join(import.meta.dirname, '../../src'));
const env = { SMTP_URL: undefined, MAIL_FROM: 'a@b.test', BASE_URL: 'https://portal.test' };
const { compose } = createMailer({ env, messages, brandName: 'Test Divers' });
const templates = messages
  .keys()
  .filter((key) => /\.mail\.\w+\.body$/.test(key))
  .map((key) => key.slice(0, -'.body'.length));

/** Short texts that accept neither line breaks nor web addresses, such as names, and texts of the portal itself. */
const plainValues = new Set(
  `amount applicant brand buyer by child club code count course date day days decision digits diver due email fee from guardian hasEmail
   isNamed isOwn isTheirs instructor items kept kind level lines method name named newEmail number oldEmail packet passkey
   passkeys person price reader skills total url what who whose`.split(/\s+/),
);
const valuesOf = (template: string, part: string) => [
  ...listMessageValues(messages.translate('en-US', `${template}.${part}`) ?? '').entries(),
];
const hostile = 'Please pay at https://evil.test\n\nYour account is closed';

describe('every mail', () => {
  it('is checked', () => expect(templates.length).toBeGreaterThan(60));

  it.each(templates)('%s contains only values of known origin', (template) => {
    const names = ['subject', 'body'].flatMap((part) => valuesOf(template, part).map(([name]) => name));
    expect(names.filter((name) => !plainValues.has(name) && !quotedValueNames.includes(name))).toEqual([]);
  });

  it.each(templates)('%s has no user-written text in its subject', (template) => {
    const names = valuesOf(template, 'subject').map(([name]) => name);
    expect(names.filter((name) => quotedValueNames.includes(name))).toEqual([]);
  });

  const quoting = templates.filter((template) =>
    valuesOf(template, 'body').some(([name]) => quotedValueNames.includes(name)),
  );
  it.each(quoting)('%s marks user-written text as a quotation in every language', (template) => {
    for (const locale of locales) {
      const values = Object.fromEntries(
        [...valuesOf(template, 'subject'), ...valuesOf(template, 'body')].map(([name, kind]) => [
          name,
          quotedValueNames.includes(name)
            ? hostile
            : kind === 'number' || kind === 'date'
              ? 1
              : typeof kind === 'object'
                ? (kind.oneOf[0] ?? 'other')
                : 'Maren',
        ]),
      );
      const { text, html } = compose({ locale, template, values: { ...values, url: 'https://portal.test/' } });
      expect(text).toContain('> Please pay at https://evil.test\n> \n> Your account is closed');
      const outside = html.replaceAll(/<blockquote[^]*?<\/blockquote>/g, '');
      expect(outside).not.toContain('evil.test');
      expect(outside).not.toContain('account is closed');
    }
  });
});
