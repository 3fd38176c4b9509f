import { describe, expect, it } from 'vitest';
import { createCertificationsFixture } from '#test/support/api/certifications-testing.ts';
import { notices } from '#app/shared/notices.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { MailTemplate } from '#features/association/shared/contract.ts';

const portal = await testPortal();
const { call, rows } = createCertificationsFixture(portal);
interface Preview {
  subject: string;
  html: string;
  text: string;
}
const list = async () => (await call<MailTemplate[]>('staff', 'GET', 'desk/mails')).body as MailTemplate[];
const show = (template: string, query = '') => call<Preview>('staff', 'GET', `desk/mails/${template}${query}`);
const templates = await list();

describe('mail previews', () => {
  it('return 403 to everyone but staff', async () => {
    for (const [as, status] of [
      [null, 401],
      ['diver', 403],
      ['instructor', 403],
      ['store', 403],
    ] as const) {
      expect((await call(as, 'GET', 'desk/mails')).status).toBe(status);
      expect((await call(as, 'GET', 'desk/mails/account.mail.photo_rejected')).status).toBe(status);
    }
  });

  it('list all templates, optional and required', () => {
    const mailed = notices.filter(
      ({ channels, template }) => channels.mail && portal.services.messages.has(`${template}.subject`),
    );
    expect(mailed.length).toBeGreaterThan(40);
    const listed = new Map(templates.map((one) => [one.template, one]));
    for (const { template, isRequired = false } of mailed) expect(listed.get(template)).toMatchObject({ isRequired });
    expect(listed.get('account.mail.photo_rejected')).toEqual({
      template: 'account.mail.photo_rejected',
      area: 'account',
      name: 'Photo not approved',
      isRequired: false,
    });
    expect(listed.get('identity.mail.reset')).toMatchObject({ area: 'identity', isRequired: true });
  });

  it('have a name for their feature', () => {
    const named = (area: string) => portal.services.messages.has(`association.mail_area.${area}`);
    expect(templates.filter(({ area }) => !named(area))).toEqual([]);
  });

  // A left-to-right, a right-to-left and a language without plural forms. The slow tests render all languages.
  it.each(templates.map(({ template }) => template))('%s renders', async (template) => {
    for (const locale of ['en-US', 'ar-SA', 'ja-JP']) {
      const { status, body } = await show(template, `?locale=${locale}`);
      expect([locale, status]).toEqual([locale, 200]);
      expect(body.subject.length).toBeGreaterThan(3);
      // No placeholder is left unfilled.
      for (const text of [body.subject, body.text]) expect(text).not.toMatch(/\{\w+\}|undefined|NaN|Invalid/);
      expect(body.html).toContain('<html lang=');
    }
  });

  it('use sample values in the language of the mail', async () => {
    const { body } = await show('account.mail.photo_rejected', '?locale=ar-SA');
    expect(body.html).toContain('dir="rtl"');
    expect(body.text).toContain('Maren');
    expect((await show('account.mail.photo_rejected')).body.text).toContain('too dark');
  });

  it('equal the mail that is sent with the same values', async () => {
    const { mail } = portal.services;
    await portal.services.database.inTransaction('test', (db) =>
      mail.sendMail(db, {
        to: 'maren@example.com',
        locale: 'en-US',
        template: 'identity.mail.verify_email',
        values: { url: 'http://localhost:3999/training/dashboard' },
        code: '418207',
      }),
    );
    const [sent] = await rows<Preview>('delete from mail_outbox returning subject, html, text');
    expect((await show('identity.mail.verify_email')).body).toEqual(sent);
  });

  it('have a footer unless the mail is required or transactional', async () => {
    const transactional = new Set(notices.filter((notice) => notice.isTransactional).map((notice) => notice.template));
    expect(transactional.size).toBeGreaterThan(5);
    for (const { template, isRequired } of templates) {
      const hasFooter = !isRequired && !transactional.has(template);
      const { text, html } = (await show(template)).body;
      for (const content of [text, html])
        expect([template, content.includes('/unsubscribed/')]).toEqual([template, hasFooter]);
    }
  });

  it('name the club as the mails do', async () => {
    expect((await show('club.mail.joined')).body.text).toContain('Bluewater Club');
  });

  it('do not send anything', async () => {
    await show('account.mail.photo_rejected');
    expect(await rows('select from mail_outbox')).toEqual([]);
  });

  it.each(['nothing', 'account.mail', 'account.mail.photo_rejected.subject', 'error.account.photo_type'])(
    'return 404 for %s',
    async (template) => {
      const { status, body } = await show(template);
      expect([status, body.errors[0]?.code]).toEqual([404, 'association.unknown_template']);
    },
  );

  it.each([
    ['account.mail.photo_rejected?locale=xx-XX', 'locale'],
    [`${'x'.repeat(101)}`, 'template'],
  ])('return 400 for %j', async (requestPath, path) => {
    const { status, body } = await call('staff', 'GET', `desk/mails/${requestPath}`);
    expect([status, body.errors[0]?.path]).toEqual([400, path]);
  });
});
