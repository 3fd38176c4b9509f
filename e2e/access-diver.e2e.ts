import { describe, expect, it, onTestFinished } from 'vitest';
import { openPage } from '../src/platform/testing/browser.ts';
import { pagesOf } from './access-pages.ts';
import { runSql } from './database.ts';
import { checkLooks } from './looks.ts';
import { locales, speak, walk, walkMs } from './walk.ts';

const email = 'diver@demo.test';
/** What is above a page, by what opens it: the notifications and the user menu. */
const floating = { '.top-end .icon-btn': '.drawer .note-list li, .drawer .empty', '.who': '[role=menuitem]' };

describe.each(locales)('everybody can use, in %s,', (locale) => {
  it('what a diver sees', { timeout: walkMs }, async () => {
    onTestFinished(() => speak(email, 'en-US'));
    await speak(email, locale);
    const [dive] = await runSql<{ id: string }>(
      "select id::text from dive_log where affiliate_id = 400001 and status = 'Returned' limit 1",
    );
    const page = await openPage({ signedInAs: email });
    expect(await walk(page, pagesOf.diver, { locale, made: { training: dive?.id ?? '' } })).toEqual([]);
    for (const [opener, sign] of Object.entries(floating)) {
      await page.locator(opener).click();
      await page.locator(sign).first().waitFor();
      await checkLooks(page);
      await page.keyboard.press('Escape');
      await page.locator(sign).first().waitFor({ state: 'detached' });
    }
  });
});
