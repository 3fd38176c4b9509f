import type { Page } from 'playwright';
import { afterAll, describe, expect, it } from 'vitest';
import { openPage, visit } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import '#test/support/e2e/expect-page.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';
import { makeStoreAccount, orderOnCredit } from '#test/support/e2e/shop-orders.ts';
import { desk, staff, unknownOrder, products } from './orders-steps.ts';

/** An order of two codes and a product to ship. */
async function openPageOfBuyer(): Promise<{ page: Page; email: string; orderId: string; number: number }> {
  const { page, email } = await openPageAsNewUser();
  await makeStoreAccount(email, 100_000);
  const { orderId, number } = await orderOnCredit(page, [
    { productId: products.peakBuoyancy, quantity: 2, isGift: true },
    { productId: products.gear, quantity: 1 },
  ]);
  return { page, email, orderId, number };
}

const line = (page: Page, name: string | RegExp) => page.locator('[data-part=line]').filter({ hasText: name });
const row = (page: Page, number: number) => page.getByRole('row').filter({ hasText: String(number) });

describe('staff', () => {
  afterAll(() => runSql("update person set language = 'en-US' where email = $1", [staff]));

  it('find an order by keyboard, refund one line and ship another, which the buyer sees', async () => {
    const buyer = await openPageOfBuyer();
    const { orderId, number } = buyer;
    const page = await openPage({ signedInAs: staff });
    await visit(page, '/training/dashboard');
    await page
      .locator('main')
      .getByRole('link', { name: /^Orders/ })
      .click();
    await expect(page).toShow(desk, 'Orders');
    await row(page, number).waitFor();

    await page.keyboard.press('/');
    await page.keyboard.type(buyer.email);
    const found = `${desk}?search=${encodeURIComponent(buyer.email)}`;
    await expect(page).toShow(found, 'Orders');
    await page.getByText('1 order', { exact: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toShow(`${desk}/${orderId}`, `Order ${number}`);
    await page.getByText('Store credit').waitFor();
    await page.getByText('1 Harbour Road').waitFor();

    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog', { name: `Refund order ${number}` });
    await dialog.getByRole('button', { name: 'Refund order', exact: true }).click();
    await dialog.getByText('Select at least one item to refund.').waitFor();
    await dialog.getByText('Peak Buoyancy').click();
    await dialog.getByText('All 2 codes stop working, except any that have been redeemed.').waitFor();
    await dialog.getByLabel('Amount (USD)').fill('1000');
    await dialog.getByText('Enter an amount up to $238.00').waitFor();
    await dialog.getByLabel('Amount (USD)').fill('38');
    await dialog.getByText('The buyer keeps this item.').waitFor();
    await dialog.getByLabel('Amount (USD)').fill('238.00');
    await dialog.getByRole('button', { name: 'Refund $238.00' }).click();
    await dialog.getByText('Enter a reason').waitFor();
    await dialog.getByRole('button', { name: 'Duplicate purchase' }).click();
    await checkAppearance(page);
    await dialog.getByRole('button', { name: 'Refund $238.00' }).click();
    await page.getByText('Refunding $238.00').waitFor();
    await line(page, 'Peak Buoyancy').getByText('Canceled').waitFor();
    await page.getByText('Partially refunded').waitFor();

    await page.getByRole('button', { name: 'Mark as shipped: Low-volume mask' }).click();
    await page.getByText(/marked as shipped$/).waitFor();
    await line(page, /1 × /).getByText('Shipped').waitFor();
    await page.keyboard.press('Escape');
    await expect(page).toShow(found, 'Orders');
    await page.getByRole('link', { name: 'To ship' }).click();
    await page.getByText(/^No orders match/).waitFor();
    await page.getByRole('link', { name: 'Refunded' }).click();
    await row(page, number).getByText('Partially refunded').waitFor();

    await visit(buyer.page, `/training/shop/orders/${orderId}`);
    await buyer.page.getByText('$238.00 refunded').waitFor();
    await buyer.page.getByText('Canceled').waitFor();
    await buyer.page.getByText('Shipped').waitFor();
    await visit(buyer.page, '/training/shop/credit');
    await buyer.page.getByRole('link', { name: `Refund for order ${number}` }).waitFor();
    await buyer.page.getByText('+$238.00').waitFor();
  });
});

describe('two clerks', () => {
  it('see each other’s decisions live, and the slower one reads who refunded the order', async () => {
    const { email, orderId, number } = await openPageOfBuyer();
    const [list, faster, slower] = [
      await openPage({ signedInAs: staff }),
      await openPage({ signedInAs: staff }),
      await openPage({ signedInAs: staff, expectedProblems: [/status of 422/] }),
    ];
    await visit(list, `${desk}?search=${encodeURIComponent(email)}&show=to_post`);
    await row(list, number).waitFor();
    // Live events start when a page is used.
    await list.getByRole('heading', { level: 1 }).click();
    for (const page of [faster, slower]) {
      await visit(page, `${desk}/${orderId}`);
      await page.getByRole('button', { name: 'Refund order' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Peak Buoyancy').click();
      await dialog.getByRole('button', { name: 'Duplicate purchase' }).click();
    }
    await faster.getByRole('button', { name: 'Refund $238.00' }).click();
    await line(faster, 'Peak Buoyancy').getByText('Canceled').waitFor();
    await slower.getByRole('button', { name: 'Refund $238.00' }).click();
    await slower
      .getByRole('alert')
      .getByText(/You can’t refund more than the amount left on this order\. .*Priya Raman.*Refunded .*order/)
      .waitFor();
    await faster.getByRole('button', { name: 'Mark as shipped: Low-volume mask' }).click();
    await expect.poll(() => row(list, number).count()).toBe(0);
  });
});

describe('diver', () => {
  it.each([desk, unknownOrder])('cannot open %s', async (address) => {
    const page = await openPage({ signedInAs: 'diver@demo.test' });
    await visit(page, address);
    await expect(page).toShow('/training/unauthorized', 'You don’t have access to this page');
  });
});
