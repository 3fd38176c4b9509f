import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { openPage, visit, type PageOptions } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import '#test/support/e2e/expect-page.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';

const checkout = '/training/shop/checkout';
const paying = `${checkout}?step=pay`;
const orders = '/training/shop/orders';
const anOrder = /^\/training\/shop\/orders\/[\w-]{36}$/;
const products = { deep: 2003, mask: 4001, tether: 4006 };
type Product = keyof typeof products;

/** Somebody in the United States, with this in the basket. */
async function openShopper(wanted: Partial<Record<Product, number>>, options: PageOptions = {}) {
  const { page, email } = await openPageAsNewUser(options);
  await runSql("update person set country = 'US' where email = $1", [email]);
  for (const [name, quantity] of Object.entries(wanted)) await putIn(email, name as Product, quantity);
  return { page, email };
}

/** As another tab or device would. Of a course: one to learn oneself, more to give away. */
async function putIn(email: string, product: Product, quantity = 1): Promise<void> {
  await runSql(
    `with kept as (insert into basket (affiliate_id) select affiliate_id from person where email = $1
       on conflict (affiliate_id) do update set version = basket.version + 1 returning affiliate_id)
     insert into basket_line (affiliate_id, line_id, product_id, quantity, is_gift)
     select affiliate_id, gen_random_uuid(), $2, $3, $4 from kept`,
    [email, products[product], quantity, product === 'deep' && quantity > 1],
  );
}

/** A member of the club with a code that nobody has used. */
async function joinClub(email: string): Promise<string> {
  const [made] = await runSql<{ code: string }>(
    `with member as (insert into membership (affiliate_id) select affiliate_id from person where email = $1
       returning affiliate_id)
     insert into membership_period (affiliate_id, kind, starts_on, ends_on, price_minor, currency, discount_code)
     select affiliate_id, 'first', current_date - 100, current_date + 265, 2695, 'USD', 'E2E27-' || affiliate_id
     from member returning discount_code as code`,
    [email],
  );
  return made?.code ?? '';
}

const countOrders = async (email: string) =>
  (await runSql('select 1 from shop_order join person using (affiliate_id) where email = $1', [email])).length;

const pay = (page: Page) => page.getByRole('button', { name: /^Pay \$/ });
const total = (page: Page) => page.locator('.totals .total dd');
const thanks = (page: Page) => page.getByRole('heading', { level: 1, name: 'Thank you, Nora' });

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('Street and number').fill('1 Harbor Road');
  await page.getByLabel('City').fill('Monterey');
}

/** On the page of the test gateway. */
async function payWith(page: Page, card: string, news?: 'Late' | 'Twice' | 'Never'): Promise<void> {
  await page.getByText(`Card ending ${card}`).click();
  if (news !== undefined) {
    await page.getByText('How we hear of it').first().click();
    await page.getByText(news, { exact: true }).click();
  }
  await pay(page).click();
}

describe('a diver', () => {
  it('buys a course with the club’s code, passes the challenge of a bank, and starts learning', async () => {
    const { page, email } = await openShopper({});
    const code = await joinClub(email);
    await visit(page, `/training/shop/product/${products.deep}`);
    await page.getByRole('button', { name: 'Add to basket' }).click();
    await page.getByRole('link', { name: /^View basket/ }).click();
    await page.getByLabel('Promotion code').fill(code);
    await page.getByRole('button', { name: 'Use code' }).click();
    await expect.poll(() => total(page).textContent()).toBe('$134.25');
    await page.getByRole('link', { name: 'Checkout' }).click();

    // Nothing is posted, so that there is nothing to ask first.
    await expect(page).toShow(checkout, 'Checkout');
    await page.getByText(`We’ll email the receipt to ${email}.`).waitFor();
    await page.getByText('Your club code').waitFor();
    await checkAppearance(page);
    await page.getByRole('button', { name: 'Pay $134.25' }).click();

    await payWith(page, '3220');
    await page.getByRole('heading', { level: 1, name: 'Is it really you?' }).waitFor();
    await checkAppearance(page);
    await page.getByRole('button', { name: 'No, do not pay' }).click();
    await page.getByText('This card was declined. Nothing was charged.').waitFor();
    await payWith(page, '3220', 'Twice');
    await page.getByRole('button', { name: 'Yes, pay it' }).click();

    await thanks(page).waitFor();
    expect(new URL(page.url()).pathname).toMatch(anOrder);
    await page.getByText(/with the card ending 3220\.$/).waitFor();
    await checkAppearance(page);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: /^Order \d+$/ }).waitFor();
    await page.getByRole('link', { name: 'Start learning Deep Diver' }).click();
    await page.waitForURL('**/training/course/deep');
    await page.getByRole('heading', { level: 1, name: 'Deep Diver' }).waitFor();
  });

  it('says where things go, leaves without paying, pays later with another card, and has a receipt', async () => {
    const { page } = await openShopper({ mask: 2 });
    await visit(page, checkout);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Enter the street and number.').waitFor();
    await checkAppearance(page);
    await fillIn(page);
    await page.reload();
    await expect.poll(() => page.getByLabel('City').inputValue()).toBe('Monterey');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toShow(paying, 'Checkout');
    await page.getByText('1 Harbor Road, Monterey, United States').waitFor();
    await page.goBack();
    await page.getByLabel('City').fill('Pacific Grove');
    await page.goForward();
    await page.getByText('1 Harbor Road, Pacific Grove, United States').waitFor();
    await pay(page).click();

    await page.getByRole('link', { name: 'Go back without paying' }).click();
    await page.getByText('You haven’t been charged. You can pay for the order here.').waitFor();
    await checkAppearance(page);
    await pay(page).click();
    await payWith(page, '0002');
    await page.getByText('This card was declined. Nothing was charged.').waitFor();
    await payWith(page, '4242', 'Late');
    await thanks(page).waitFor();
    await page.getByText('Not mailed yet').waitFor();

    const [text = '', number = ''] = /Order (\d+) is paid/.exec((await page.locator('main').textContent()) ?? '') ?? [];
    expect(text).not.toBe('');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Receipt (PDF)' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`receipt-${number}.pdf`);
    const file = readFileSync(await download.path()).toString('latin1');
    expect(file.slice(0, 5)).toBe('%PDF-');
    expect(file).toContain(`Receipt for order ${number}`);

    await page.getByRole('link', { name: 'Your orders' }).click();
    await expect(page).toShow(orders, 'Orders');
    await page.getByRole('link', { name: new RegExp(`Low-volume mask.*Order ${number}.*Paid`) }).waitFor();
  });

  it('is told what has changed in the basket meanwhile, before anything is paid', async () => {
    const { page, email } = await openShopper({ deep: 1 }, { expectedProblems: [/status of 409/] });
    await visit(page, checkout);
    await page.getByRole('button', { name: 'Pay $179.00' }).waitFor();
    await runSql(
      `with changed as (update basket b set version = b.version + 1 from person p
         where p.affiliate_id = b.affiliate_id and email = $1 returning b.affiliate_id)
       update basket_line set quantity = 2, is_gift = true where affiliate_id in (select affiliate_id from changed)`,
      [email],
    );
    await pay(page).click();
    const note = page.getByRole('alert').filter({ hasText: 'Your basket has changed. You haven’t been charged.' });
    await note.getByText('Deep Diver: 2 instead of 1.').waitFor();
    await note.getByText('The total is now $358.00 instead of $179.00.').waitFor();
    expect(await countOrders(email)).toBe(0);
    await checkAppearance(page);
    await page.getByRole('button', { name: 'Pay $358.00' }).click();
    await page.getByRole('heading', { level: 1, name: 'Pay $358.00' }).waitFor();
    expect(await countOrders(email)).toBe(1);
  });

  it('has one order after two taps and a lost answer, and gives it up', async () => {
    const { page, email } = await openShopper({ deep: 1 }, { expectedProblems: [/ERR_FAILED/] });
    await visit(page, checkout);
    await pay(page).waitFor();
    let isLost = false;
    await page.route(`**/api/shop/checkout`, async (route) => {
      if (route.request().method() !== 'POST' || isLost) return route.continue();
      isLost = true;
      await route.fetch();
      return route.abort();
    });
    await pay(page).dblclick();
    await page.getByRole('heading', { level: 1, name: /^Order \d+ isn’t paid yet$/ }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(anOrder);
    expect(await countOrders(email)).toBe(1);
    await page.getByRole('button', { name: 'Cancel order' }).click();
    await page.getByRole('heading', { level: 1, name: /^Order \d+ was canceled$/ }).waitFor();
    await visit(page, checkout);
    await page.getByRole('button', { name: 'Pay $179.00' }).waitFor();
  });

  it('waits on the page for news that never comes, and has codes to give away', async () => {
    const { page } = await openShopper({ deep: 2 }, { expectedProblems: [/ERR_FAILED/] });
    await visit(page, checkout);
    await pay(page).click();
    await pay(page).waitFor();
    await page.route('**/settle', (route) => route.abort());
    await payWith(page, '4242', 'Never');
    await page.getByRole('heading', { level: 1, name: 'Your payment is being processed' }).waitFor();
    await page.getByText('The payment provider is slow to answer.').waitFor();
    await checkAppearance(page);
    await page.unroute('**/settle');
    await thanks(page).waitFor();

    const codes = page.locator('.order-codes > li');
    await expect.poll(() => codes.count()).toBe(2);
    await codes
      .first()
      .getByRole('button', { name: /by e-mail$/ })
      .click();
    await page.getByLabel('E-mail of the receiver').fill('friend@example.test');
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByText('Sent to friend@example.test').waitFor();
    await codes.first().getByText('Given away or used').waitFor();
  });

  it('has no order of somebody else, and gets a page back by Refresh', async () => {
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
    await expect(page).toShow(checkout, 'There is nothing to pay');
  });
});

describe('a payment service with a page of its own', () => {
  it('is gone to, once it answers', async () => {
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
    await expect(page).toShow(link, 'The payment service does not answer');
    await checkAppearance(page);
    isDown = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.waitForURL('**/training/unauthorized?elsewhere');
  });
});

describe('in Arabic', () => {
  it('is without a fault that axe finds, at any width, by day and by night', async () => {
    const { page, email } = await openShopper({ mask: 1, deep: 2 }, { locale: 'ar-SA' });
    await runSql("update person set language = 'ar-SA' where email = $1", [email]);
    await visit(page, checkout);
    await page.locator('input[name=line1]').fill('1 Harbor Road');
    await page.locator('input[name=city]').fill('Monterey');
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
    await page.locator('.action-bar > .btn').click();
    await page.waitForURL(`**${paying}`);
    await page.locator('.details-line').waitFor();
    await checkAppearance(page);
    await page.locator('.action-bar > .btn').click();
    await page.waitForURL('**/pay/**');
    await page.locator('form [type=submit]').waitFor();
    await page.locator('details > summary').click();
    await checkAppearance(page);
    await page.locator('form [type=submit]').click();
    await page.locator('.order-codes').waitFor();
    await visit(page, orders);
    await page.locator('.placed-order').waitFor();
  });
});
