import type { Page } from 'playwright';
import type { PageOptions } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';
import { approveOutsideCard, insertBasketLine } from '#test/support/e2e/shop-orders.ts';

export const checkout = '/training/shop/checkout';
export const payStep = `${checkout}?step=pay`;
export const orders = '/training/shop/orders';
export const orderPathPattern = /^\/training\/shop\/orders\/[\w-]{36}$/;
export const products = { deep: 2003, mask: 4001, tether: 4006 };
type Product = keyof typeof products;

/** A new person in the United States with the products in the basket. */
export async function openShopper(wanted: Partial<Record<Product, number>>, options: PageOptions = {}) {
  const { page, email } = await openPageAsNewUser(options);
  await runSql("update person set country = 'US' where email = $1", [email]);
  await approveOutsideCard(email);
  for (const [name, quantity] of Object.entries(wanted))
    // A single course is for the person, several are gifts.
    await insertBasketLine(email, products[name as Product], { quantity, isGift: name === 'deep' && quantity > 1 });
  return { page, email };
}

export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay \$/ });
export const thankYouHeading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Thank you, Nora' });

/** Pays at the test gateway. */
export async function payWith(page: Page, card: string, news?: 'Delayed' | 'Duplicate' | 'None'): Promise<void> {
  await page.getByText(`Card ending in ${card}`).click();
  if (news !== undefined) {
    await page.getByText('Webhook timing').first().click();
    await page.getByText(news, { exact: true }).click();
  }
  await payButton(page).click();
}
