import { describe, expect, it } from 'vitest';
import { openPage, visit } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import '#test/support/e2e/expect-page.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import {
  checkout,
  payStep,
  orders,
  orderPathPattern,
  openShopper,
  payButton,
  thankYouHeading,
  payWith,
} from './checkout-steps.ts';

const countOrders = async (email: string) =>
  (await runSql('select 1 from shop_order join person using (affiliate_id) where email = $1', [email])).length;

describe('diver', () => {
  it('sees changes of the basket before paying', async () => {
    const { page, email } = await openShopper({ deep: 1 }, { expectedProblems: [/status of 409/] });
    await visit(page, checkout);
    await page.getByRole('button', { name: 'Pay $179.00' }).waitFor();
    await runSql(
      `with changed as (update basket b set version = b.version + 1 from person p
         where p.affiliate_id = b.affiliate_id and email = $1 returning b.affiliate_id)
       update basket_line set quantity = 2, is_gift = true where affiliate_id in (select affiliate_id from changed)`,
      [email],
    );
    await payButton(page).click();
    const note = page.getByRole('alert').filter({ hasText: 'Your cart has changed. You haven’t been charged.' });
    await note.getByText('Deep Diver: 2 instead of 1.').waitFor();
    await note.getByText('The total is now $358.00 instead of $179.00.').waitFor();
    expect(await countOrders(email)).toBe(0);
    await checkAppearance(page);
    await page.getByRole('button', { name: 'Pay $358.00' }).click();
    await page.getByRole('heading', { level: 1, name: 'Pay $358.00' }).waitFor();
    expect(await countOrders(email)).toBe(1);
  });

  it('creates one order after two taps and a lost response, and cancels it', async () => {
    const { page, email } = await openShopper({ deep: 1 }, { expectedProblems: [/ERR_FAILED/] });
    await visit(page, checkout);
    await payButton(page).waitFor();
    let isLost = false;
    await page.route(`**/api/shop/checkout`, async (route) => {
      if (route.request().method() !== 'POST' || isLost) return route.continue();
      isLost = true;
      await route.fetch();
      return route.abort();
    });
    await payButton(page).dblclick();
    await page.getByRole('heading', { level: 1, name: /^Order \d+ isn’t paid yet$/ }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(orderPathPattern);
    expect(await countOrders(email)).toBe(1);
    await page.getByRole('button', { name: 'Cancel order' }).click();
    await page.getByRole('heading', { level: 1, name: /^Order \d+ was canceled$/ }).waitFor();
    await visit(page, checkout);
    await page.getByRole('button', { name: 'Pay $179.00' }).waitFor();
  });

  it('shows a pending order without a confirmation and has codes to give away', async () => {
    const { page } = await openShopper({ deep: 2 }, { expectedProblems: [/ERR_FAILED/] });
    await visit(page, checkout);
    await payButton(page).click();
    await payButton(page).waitFor();
    await page.route('**/settle', (route) => route.abort());
    await payWith(page, '4242', 'None');
    await page.getByRole('heading', { level: 1, name: 'Your payment is being processed' }).waitFor();
    await page.getByText('The payment provider is taking longer than usual.').waitFor();
    await checkAppearance(page);
    await page.unroute('**/settle');
    await thankYouHeading(page).waitFor();

    const codes = page.locator('[data-part=codes] > li');
    await expect.poll(() => codes.count()).toBe(2);
    await codes
      .first()
      .getByRole('button', { name: /by email$/ })
      .click();
    await page.getByLabel('Recipient’s email').fill('friend@example.test');
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByText('Code sent to friend@example.test').waitFor();
    await codes.first().getByText('Shared or redeemed').waitFor();
  });

  it("cannot open another person's order, and reloads on Refresh", async () => {
    const { page } = await openShopper({}, { expectedProblems: [/status of 404/, /500/] });
    await visit(page, `${orders}/00000000-0000-4000-8000-000000000000`);
    await page.getByRole('heading', { level: 1, name: 'We couldn’t find that order.' }).waitFor();
    let isBroken = true;
    await page.route('**/api/shop/orders?*', (route) =>
      isBroken
        ? route.fulfill({ status: 500, json: { errors: [{ code: 'server.failed', message: '' }] } })
        : route.continue(),
    );
    await page.getByRole('link', { name: 'Your orders' }).click();
    await page.getByText('Something went wrong').waitFor();
    isBroken = false;
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText('No orders yet').waitFor();
    await checkAppearance(page);
    await visit(page, checkout);
    await expect(page).toShow(checkout, 'Your cart is empty');
  });
});

describe('payment service with a hosted page', () => {
  it('redirects to a hosted payment page', async () => {
    const page = await openPage({ expectedProblems: [/503/] });
    const link = '/pay/a-link-that-is-as-long-as-links-are';
    const payment = {
      paymentId: '00000000-0000-4000-8000-000000000000',
      state: 'open',
      gateway: 'stripe',
      isChallenged: false,
      description: 'Order 10001',
      amountMinor: 17_900,
      currency: 'USD',
      isCardKept: false,
      returnPath: `${orders}/1`,
    };
    let isDown = true;
    await page.route(`**/api/shop${link}`, (route) => route.fulfill({ json: payment }));
    await page.route(`**/api/shop${link}/page`, (route) =>
      isDown
        ? route.fulfill({ status: 503, json: { errors: [{ code: 'payments.gateway_down', message: '' }] } })
        : route.fulfill({ json: { url: '/training/unauthorized?elsewhere' } }),
    );
    await visit(page, link);
    await expect(page).toShow(link, 'Payments are temporarily unavailable');
    await checkAppearance(page);
    isDown = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.waitForURL('**/training/unauthorized?elsewhere');
  });
});

describe('in Arabic', () => {
  it('has no axe violations and no overflow', async () => {
    const { page, email } = await openShopper({ mask: 1, deep: 2 }, { locale: 'ar-SA' });
    await runSql("update person set language = 'ar-SA' where email = $1", [email]);
    await visit(page, checkout);
    await page.locator('input[name=line1]').fill('1 Harbor Road');
    await page.locator('input[name=city]').fill('Monterey');
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
    await page.locator('[data-part=action-bar] > :is(a, button)').click();
    await page.waitForURL(`**${payStep}`);
    await page.locator('[data-part=details]').waitFor();
    await checkAppearance(page);
    await page.locator('[data-part=action-bar] > :is(a, button)').click();
    await page.waitForURL('**/pay/**');
    await page.locator('form [type=submit]').waitFor();
    await page.locator('details > summary').click();
    await checkAppearance(page);
    await page.locator('form [type=submit]').click();
    await page.locator('[data-part=codes]').waitFor();
    await visit(page, orders);
    await page.locator('[data-part=order]').waitFor();
  });
});
