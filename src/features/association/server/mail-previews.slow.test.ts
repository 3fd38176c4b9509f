import { describe, expect, it } from 'vitest';
import { createCertificationsFixture } from '#test/support/api/certifications-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { locales } from '#platform/shared/locale.ts';
import type { MailTemplate } from '#features/association/shared/contract.ts';

const portal = await testPortal();
const { call } = createCertificationsFixture(portal);
interface Preview {
  subject: string;
  html: string;
  text: string;
}
const templates = (await call<MailTemplate[]>('staff', 'GET', 'desk/mails')).body as MailTemplate[];

describe('mail previews', () => {
  it.each(templates.map(({ template }) => template))('%s renders in every language', async (template) => {
    for (const locale of locales) {
      const { status, body } = await call<Preview>('staff', 'GET', `desk/mails/${template}?locale=${locale}`);
      expect([locale, status]).toEqual([locale, 200]);
      expect(body.subject.length).toBeGreaterThan(3);
      // No placeholder is left unfilled.
      for (const text of [body.subject, body.text]) expect(text).not.toMatch(/\{\w+\}|undefined|NaN|Invalid/);
      expect(body.html).toContain('<html lang=');
    }
  });
});
