import type { Page } from 'playwright';
import type { PageOptions } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';

export const checkout = '/training/shop/checkout';
export const paying = `${checkout}?step=pay`;
export const orders = '/training/shop/orders';
export const placeOrder = /^\/training\/shop\/orders\/[\w-]{36}$/;
export const products = { deep: 2003, mask: 4001, tether: 4006 };
type Product = keyof typeof products;

/** A new person in the United States with the products in the basket. */
export async function openShopper(wanted: Partial<Record<Product, number>>, options: PageOptions = {}) {
  const { page, email } = await openPageAsNewUser(options);
  await runSql("update person set country = 'US' where email = $1", [email]);
  for (const [name, quantity] of Object.entries(wanted)) await putIn(email, name as Product, quantity);
  return { page, email };
}

/** Inserts a basket line like another tab. A single course is for the person, several are gifts. */
async function putIn(email: string, product: Product, quantity = 1): Promise<void> {
  await runSql(
    `with kept as (insert into basket (affiliate_id) select affiliate_id from person where email = $1
       on conflict (affiliate_id) do update set version = basket.version + 1 returning affiliate_id)
     insert into basket_line (affiliate_id, line_id, product_id, quantity, is_gift)
     select affiliate_id, gen_random_uuid(), $2, $3, $4 from kept`,
    [email, products[product], quantity, product === 'deep' && quantity > 1],
  );
}

export const pay = (page: Page) => page.getByRole('button', { name: /^Pay \$/ });
export const thanks = (page: Page) => page.getByRole('heading', { level: 1, name: 'Thank you, Nora' });

/** Pays at the test gateway. */
export async function payWith(page: Page, card: string, news?: 'Late' | 'Twice' | 'Never'): Promise<void> {
  await page.getByText(`Card ending ${card}`).click();
  if (news !== undefined) {
    await page.getByText('How we hear of it').first().click();
    await page.getByText(news, { exact: true }).click();
  }
  await pay(page).click();
}
