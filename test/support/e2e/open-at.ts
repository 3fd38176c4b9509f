import type { Page } from 'playwright';
import { openPage, visit, type PageOptions } from '#platform/testing/browser.ts';

/** Opens the address in a new page and waits until its headline is shown. */
export async function openAt(address: string, options: PageOptions): Promise<Page> {
  const page = await openPage(options);
  await visit(page, address);
  await page.locator('main h1').waitFor();
  return page;
}
