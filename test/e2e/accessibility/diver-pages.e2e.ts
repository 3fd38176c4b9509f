import { describe, expect, it, onTestFinished } from 'vitest';
import { openPage } from '#platform/testing/browser.ts';
import { pagesByRole } from '#test/support/e2e/accessibility-pages.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { locales, setLanguage, walkPages, walkTimeoutMs } from '#test/support/e2e/walk-pages.ts';

const email = 'diver@demo.test';
/** What is above a page, by what opens it: the notifications and the user menu. */
const floating = { '.top-end .icon-btn': '.drawer .note-list li, .drawer .empty', '.who': '[role=menuitem]' };

describe.each(locales)('everybody can use, in %s,', (locale) => {
  it('what a diver sees', { timeout: walkTimeoutMs }, async () => {
    onTestFinished(() => setLanguage(email, 'en-US'));
    await setLanguage(email, locale);
    const [dive] = await runSql<{ id: string }>(
      "select id::text from dive_log where affiliate_id = 400001 and status = 'Returned' limit 1",
    );
    const page = await openPage({ signedInAs: email });
    expect(await walkPages(page, pagesByRole.diver, { locale, made: { training: dive?.id ?? '' } })).toEqual([]);
    for (const [opener, sign] of Object.entries(floating)) {
      await page.locator(opener).click();
      await page.locator(sign).first().waitFor();
      await checkAppearance(page);
      await page.keyboard.press('Escape');
      await page.locator(sign).first().waitFor({ state: 'detached' });
    }
  });
});
