import { describe, expect, it, onTestFinished } from 'vitest';
import { openPage } from '#platform/testing/browser.ts';
import { clearDeskWork, createDeskWork, createActiveUser } from '#test/support/e2e/accessibility-data.ts';
import { pagesByRole } from '#test/support/e2e/accessibility-pages.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { locales, setLanguage, walkPages, walkTimeoutMs } from '#test/support/e2e/walk-pages.ts';

describe('everybody can use', () => {
  it.each(['guardian', 'instructor', 'store'] as const)('what a %s sees', { timeout: walkTimeoutMs }, async (role) => {
    const email = `${role}@demo.test`;
    onTestFinished(() => setLanguage(email, 'en-US'));
    const [application] = await runSql<{ id: string }>(
      "select id::text from application where instructor_id = 400005 and state = 'SubmittedToInstructor' limit 1",
    );
    const page = await openPage({ signedInAs: email });
    for (const locale of locales) {
      await setLanguage(email, locale);
      expect(await walkPages(page, pagesByRole[role], { locale, made: { review: application?.id ?? '' } })).toEqual([]);
    }
  });

  it('the desk', { timeout: walkTimeoutMs }, async () => {
    const email = 'staff@demo.test';
    onTestFinished(() => setLanguage(email, 'en-US'));
    const { somebody, made } = await createActiveUser();
    onTestFinished(() => clearDeskWork(somebody));
    await createDeskWork(somebody, made['record'] ?? '');
    const page = await openPage({ signedInAs: email });
    for (const locale of locales) {
      await setLanguage(email, locale);
      expect(await walkPages(page, pagesByRole.staff, { locale, made })).toEqual([]);
    }
  });
});
