import type { Page } from 'playwright';

export const credit = '/training/shop/credit';
export const title = 'Credit and codes';
export const stat = (page: Page, label: string) =>
  page.locator('[data-part=stat]').filter({ hasText: label }).locator('[data-part=value]');

export async function choose(page: Page, course: RegExp, count: string): Promise<void> {
  await page.getByRole('button', { name: /Course/ }).click();
  await page.getByRole('option', { name: course }).click();
  await page.getByLabel('How many codes').fill(count);
}
