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
  `amount applicant brand buyer by child club code count course date day days decision digits diver due email fee from guardian hasDay hasEmail
   isNamed isOwn isTheirs instructor items kept kind level lines method name named namedKind newEmail number oldEmail packet passkey
   passkeys person price reader skills total url what who whose`.split(/\s+/),
);
const sampleValues = { number: 1, date: '2026-11-15' };
const valuesOf = (template: string, part: string) => [
  ...listMessageValues(messages.translate('en-US', `${template}.${part}`) ?? '').entries(),
];
/** Values that take every branch of the selects at least once. */
function* listVariants(template: string): Generator<Record<string, string | number>> {
  const kinds = ['subject', 'body', 'action'].flatMap((part) => valuesOf(template, part));
  const branches = Math.max(1, ...kinds.map(([, kind]) => (typeof kind === 'object' ? kind.oneOf.length : 1)));
  for (let branch = 0; branch < branches; branch++)
    yield Object.fromEntries(
      kinds.map(([name, kind]) => [
        name,
        kind === 'number' || kind === 'date'
          ? sampleValues[kind]
          : typeof kind === 'object'
            ? (kind.oneOf[branch % kind.oneOf.length] ?? 'other')
            : 'Maren',
      ]),
    );
}
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

  it.each(templates)('%s has no code and no link in its subject, which is stored longer than the text', (template) => {
    for (const locale of locales) {
      const values = { code: '491827', url: 'https://portal.test/t0ken' };
      for (const variant of listVariants(template)) {
        const { subject } = compose({ locale, template, values: { ...variant, ...values } });
        expect(subject).not.toMatch(/491827|t0ken/);
      }
    }
  });

  it.each(templates)('%s greets the reader, and starts each paragraph with a capital letter', (template) => {
    for (const values of listVariants(template)) {
      const { text } = compose({ locale: 'en-US', template, values: { ...values, url: 'https://portal.test/' } });
      const [greeting, ...paragraphs] = text.split('\n\n');
      expect(greeting).toMatch(/^(Hi|Hi Maren|Dear Doctor),$/);
      expect(paragraphs.filter((paragraph) => /^\p{Ll}/u.test(paragraph))).toEqual([]);
    }
  });

  it.each(templates)('%s is previewed with its first sentence', (template) => {
    for (const values of listVariants(template)) {
      const { text, html } = compose({ locale: 'en-US', template, values: { ...values, url: 'https://portal.test/' } });
      const [, preview = ''] = /<div style="display:none[^"]*">([^<]*)<\/div>/.exec(html) ?? [];
      expect(preview).toMatch(/^\p{L}/u);
      expect(text.split('\n\n')[1]).toBe(
        preview.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
      );
    }
  });

  it('has a code after the greeting of its plain text', () => {
    const values = { code: '418207', url: 'https://portal.test/' };
    const { text } = compose({ locale: 'en-US', template: 'identity.mail.verify_email', values, code: '418207' });
    expect(text.split('\n\n').slice(0, 2)).toEqual(['Hi,', '418207']);
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
              ? sampleValues[kind]
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
