import type { Page } from 'playwright';
import { visit } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';

export const shop = '/training/shop';
export const basket = '/training/shop/basket';
export const product = (number: number) => `/training/shop/product/${number}`;
export const products = {
  openWater: 2001,
  buoyancy: 2004,
  mask: 4001,
  marker: 4002,
  openWaterECard: 35,
  openWaterCard: 1035,
};
const shelf = (page: Page) => page.locator('section').filter({ has: page.locator('#shelf') });
export const tiles = (page: Page) => shelf(page).locator('[data-part=tile]');
export const tile = (page: Page, name: string) => tiles(page).filter({ has: page.locator('b', { hasText: name }) });
export const add = (page: Page) => page.getByRole('button', { name: 'Add to basket' });

export const line = (page: Page, name: string) =>
  page.getByRole('list', { name: 'What is in it' }).getByRole('listitem').filter({ hasText: name });

export const total = (page: Page) => page.locator('[data-part=total] dd');

export async function names(page: Page): Promise<string[]> {
  return tiles(page).locator('b:has(bdi)').allTextContents();
}

export async function putInBasket(page: Page, number: number): Promise<void> {
  await visit(page, product(number));
  await add(page).click();
  await page.getByText('is in your basket.').waitFor();
  await page.getByRole('link', { name: /^View basket/ }).waitFor();
}

/** Certifies the person in the past, without an eCard. */
export async function certify(email: string, levelId = 10): Promise<void> {
  await runSql(
    `insert into certification (affiliate_id, level_id, cert_date)
     select affiliate_id, $2, '2024-05-03' from person where email = $1`,
    [email, levelId],
  );
}
