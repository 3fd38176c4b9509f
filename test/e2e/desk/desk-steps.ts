import type { Page } from 'playwright';
import { openPage, visit } from '#platform/testing/browser.ts';

export const staff = 'staff@demo.test';

export async function open(path: string, heading: string): Promise<Page> {
  const page = await openPage({ signedInAs: staff });
  await visit(page, path);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  return page;
}

export const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name }).first();
export const toast = (page: Page, text: string | RegExp) => page.locator('[data-part=toast]').getByText(text).waitFor();
