import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { openPage } from '#platform/testing/browser.ts';
import { shareInSuite } from '#platform/testing/on-finished.ts';
import { pagesByRole } from '#test/support/e2e/accessibility-pages.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { listClipped, switchToPseudoLocale } from '#test/support/e2e/pseudo-locale.ts';
import { walkPages } from '#test/support/e2e/walk-pages.ts';

const { diver, instructor, store, staff } = pagesByRole;
/** Desk pages that are empty without created data are left out. */
const isEmptyDesk = /^\/desk\/(photos|card-photos|pages|requests|courses|orders)/;
const people = { diver, instructor, store, staff: staff.filter((address) => !isEmptyDesk.test(address)) };

async function checkTexts(page: Page): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await expect.poll(() => listClipped(page), { message: `${width} px wide` }).toEqual([]);
  }
}

describe('text longer than in English', () => {
  describe.each(Object.entries(people))('is not clipped on any page of a %s', (role, pages) => {
    const prepare = shareInSuite(async () => {
      const [values = {}] = await runSql<Record<string, string>>(
        `select (select id::text from dive_log where affiliate_id = 400001 and status = 'Returned' limit 1) training,
        (select id::text from application where instructor_id = 400005 and state = 'SubmittedToInstructor' limit 1) review`,
      );
      const page = await openPage({ signedInAs: `${role}@demo.test`, isLeftBehind: true });
      await switchToPseudoLocale(page);
      return { page, values };
    });
    walkPages(pages, { locale: 'en-US', check: checkTexts, prepare });
  });

  it('detects clipped text', async () => {
    const page = await openPage({ signedInAs: 'diver@demo.test', width: 390, isLeftBehind: true });
    await switchToPseudoLocale(page);
    await page.goto('/settings');
    const title = page.locator('main h1');
    await title.waitFor();
    await title.evaluate((element) =>
      element.setAttribute('style', 'overflow: hidden; inline-size: 40px; white-space: nowrap'),
    );
    expect(await listClipped(page)).toEqual([expect.stringContaining('⟦Seettiings⟧')]);
  });
});
