import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { listAxeViolations, openPage, visit } from '#platform/testing/browser.ts';
import { pagesByRole, pagesInJourneys, pagesWithoutShell } from '#test/support/e2e/accessibility-pages.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import '#test/support/e2e/expect-page.ts';
import { walkedHeadings } from '#test/support/e2e/route-cases.ts';
import { allRoutes, listUnvisitedPaths } from '#test/support/e2e/routes.ts';
import { walkRoles } from '#test/support/e2e/walk-roles.ts';

describe('accessibility matrix', () => {
  it('covers the screen of every route', () => {
    // The gallery is a developer page.
    const screens = allRoutes.filter(({ path, screen }) => screen !== undefined && path !== '/gallery');
    const addresses = [...Object.values(pagesByRole).flat(), ...pagesWithoutShell, ...pagesInJourneys];
    expect(listUnvisitedPaths(screens, addresses)).toEqual([]);
  });

  it('detects targets that are too small to press', async () => {
    const page = await openPage();
    await visit(page, '/training/unauthorized');
    await page.locator('main h1').waitFor();
    await page.evaluate(() => {
      const style = 'inline-size: 16px; block-size: 16px; padding: 0';
      document
        .querySelector('main')
        ?.insertAdjacentHTML('beforeend', `<button style="${style}">a</button><button style="${style}">b</button>`);
    });
    expect(await listAxeViolations(page)).toEqual([
      expect.stringMatching(/^target-size/),
      expect.stringMatching(/^target-size/),
    ]);
  });
});

// Other roles are in pages-of-others.e2e.ts, so two workers walk. Phones, dark mode and Arabic are in
// appearance.slow.e2e.ts.
walkRoles(['diver'], { 'en-US': checkHeading });
walkRoles(['guardian', 'store', 'the account service'], { 'en-US': checkAppearance });

/** The diver's pages are also those whose headlines routes.e2e.ts leaves out. */
async function checkHeading(page: Page, address: string): Promise<void> {
  const heading = walkedHeadings.get(address);
  if (heading !== undefined) await expect(page).toShow(address, heading);
  await checkAppearance(page);
}
