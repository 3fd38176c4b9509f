import type { Page } from 'playwright';
import { openPage, visit, type PageOptions } from '#platform/testing/browser.ts';

export const diver = { email: 'diver@demo.test', affiliateId: 400_001, openWater: 20_471_101 };

export async function open(address: string, options: PageOptions = {}): Promise<Page> {
  const page = await openPage({ signedInAs: diver.email, ...options });
  await visit(page, address);
  await page.locator('main h1').waitFor();
  return page;
}

/** The levels of the cards below, without future ones. */
export const levelsOf = (page: Page) =>
  page
    .locator('[data-part=cards] a[href*="/certifications/"]')
    .locator('.ecard-level, .ecard-ghost > b')
    .allInnerTexts();

export const topOf = (page: Page) => page.locator('[data-part=top-card]');
