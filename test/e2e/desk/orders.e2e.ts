import type { Page } from 'playwright';
import { afterAll, describe, expect, it } from 'vitest';
import { openPage, visit } from '#platform/testing/browser.ts';
import { createApiCaller } from '#test/support/e2e/api-calls.ts';
import { runSql } from '#test/support/e2e/database.ts';
import '#test/support/e2e/expect-page.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';
import { makeStoreAccount, orderOnCredit, payAfterExpiry } from '#test/support/e2e/shop-orders.ts';

const desk = '/desk/orders';
const staff = 'staff@demo.test';
const nobodys = `${desk}/5b0cf1f4-5a51-4c2b-9a5e-0f3f3a6f0a11`;
const products = { peakBuoyancy: 2004, gear: 4001 };

/** Two codes, and something that has to be posted. */
async function openPageOfBuyer(): Promise<{ page: Page; email: string; orderId: string; number: number }> {
  const { page, email } = await openPageAsNewUser();
  await makeStoreAccount(email, 100_000);
  const { orderId, number } = await orderOnCredit(page, [
    { productId: products.peakBuoyancy, quantity: 2, isGift: true },
    { productId: products.gear, quantity: 1 },
  ]);
  return { page, email, orderId, number };
}

const line = (page: Page, name: string | RegExp) => page.locator('.desk-line').filter({ hasText: name });
const row = (page: Page, number: number) => page.getByRole('row').filter({ hasText: String(number) });

describe('staff', () => {
  afterAll(() => runSql("update person set language = 'en-US' where email = $1", [staff]));

  it('find an order by keys, refund one line, post another, and the buyer sees it', async () => {
    const buyer = await openPageOfBuyer();
    const { orderId, number } = buyer;
    const page = await openPage({ signedInAs: staff });
    await visit(page, '/training/dashboard');
    await page.getByRole('link', { name: /^Orders/ }).click();
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
    await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
    await dialog.getByText('Choose what to pay back.').waitFor();
    await dialog.getByText('Peak Buoyancy').click();
    await dialog.getByText('All 2 codes stop working, except those that have been redeemed.').waitFor();
    await dialog.getByLabel('Amount in USD').fill('1000');
    await dialog.getByText('Enter an amount of at most $238.00').waitFor();
    await dialog.getByLabel('Amount in USD').fill('38');
    await dialog.getByText('They keep what they bought.').waitFor();
    await dialog.getByLabel('Amount in USD').fill('238.00');
    await dialog.getByRole('button', { name: 'Refund $238.00' }).click();
    await dialog.getByText('Say why.').waitFor();
    await dialog.getByRole('button', { name: 'Bought twice' }).click();
    await checkAppearance(page);
    await dialog.getByRole('button', { name: 'Refund $238.00' }).click();
    await page.getByText('$238.00 is on its way back').waitFor();
    await line(page, 'Peak Buoyancy').getByText('Taken back').waitFor();
    await page.getByText('Partly refunded').waitFor();

    await page.getByRole('button', { name: 'Mark as posted: Low-volume mask' }).click();
    await page.getByText(/is marked as posted$/).waitFor();
    await line(page, /1 × /).getByText('Posted').waitFor();
    await page.keyboard.press('Escape');
    await expect(page).toShow(found, 'Orders');
    await page.getByRole('link', { name: 'To post' }).click();
    await page.getByText(/^Nothing fits/).waitFor();
    await page.getByRole('link', { name: 'Refunded' }).click();
    await row(page, number).getByText('Partly refunded').waitFor();

    await visit(buyer.page, `/training/shop/orders/${orderId}`);
    await buyer.page.getByText('$238.00 refunded').waitFor();
    await buyer.page.getByText('Withdrawn').waitFor();
    await buyer.page.getByText('In the mail').waitFor();
    await visit(buyer.page, '/training/shop/credit');
    await buyer.page.getByRole('link', { name: `Refund of order ${number}` }).waitFor();
    await buyer.page.getByText('+$238.00').waitFor();
  });

  it('are told of money that came too late and was refused, and send it back again', async () => {
    const { page: buyer, email } = await openPageAsNewUser();
    const { orderId, number, paymentId } = await payAfterExpiry(buyer, products.peakBuoyancy);
    // As if somebody had given it back by hand.
    const byHand = `by hand ${paymentId}`;
    await runSql(
      `insert into test_gateway_entry (key, kind, amount_minor, currency, state, of_key)
       select $2, 'refund', amount_minor, currency, 'done', page_id from payment where payment_id = $1`,
      [paymentId, byHand],
    );
    await (
      await createApiCaller(buyer, 'shop')
    )('POST', `payments/${paymentId}/settle`, {});
    const states = async () =>
      (
        await runSql<{ state: string }>('select state from payment_refund where payment_id = $1 order by created_at', [
          paymentId,
        ])
      ).map(({ state }) => state);
    await expect.poll(states, { timeout: 20_000 }).toEqual(['refused']);
    await runSql('delete from test_gateway_entry where key = $1', [byHand]);

    const page = await openPage({ signedInAs: staff });
    await visit(page, `${desk}/${orderId}`);
    await expect(page).toShow(`${desk}/${orderId}`, `Order ${number}`);
    await page.locator('.desk-line').getByText('Refused').waitFor();
    await checkAppearance(page);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Try again' }).waitFor({ state: 'detached' });
    await page.locator('.desk-line').getByText('Done').waitFor();
    expect(await states()).toEqual(['refused', 'done']);
    expect(
      await runSql(
        `select kind from notification join person using (affiliate_id)
         where email = $1 and kind ~ '^(payments|shop)' order by timestamp`,
        [email],
      ),
    ).toEqual([{ kind: 'payments.not_returned' }, { kind: 'shop.order_refunded' }]);
  });

  it('are told of an order that is not there, and get the list back by Refresh', async () => {
    const page = await openPage({ signedInAs: staff, expectedProblems: [/status of 404/, /500/] });
    await visit(page, nobodys);
    await expect(page).toShow(nobodys, 'We couldn’t find that order.');
    let isBroken = true;
    await page.route('**/api/shop/desk/orders?*', (route) =>
      isBroken
        ? route.fulfill({ status: 500, json: { errors: [{ code: 'server.failed', message: '' }] } })
        : route.continue(),
    );
    await page.getByRole('link', { name: 'All orders' }).click();
    await page.getByText('Something went wrong').waitFor();
    isBroken = false;
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText('Something went wrong').waitFor({ state: 'detached' });
  });
});

describe('a diver', () => {
  it.each([desk, nobodys])('gets no desk at %s', async (address) => {
    const page = await openPage({ signedInAs: 'diver@demo.test' });
    await visit(page, address);
    await expect(page).toShow('/training/unauthorized', 'You may not see this page');
  });
});
