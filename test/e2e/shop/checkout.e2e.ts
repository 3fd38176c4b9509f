import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { visit } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import '#test/support/e2e/expect-page.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import {
  checkout,
  payStep,
  orders,
  orderPathPattern,
  products,
  openShopper,
  payButton,
  thankYouHeading,
  payWith,
} from './checkout-steps.ts';

/** A club member with an unused code. */
async function joinClub(email: string): Promise<string> {
  const [created] = await runSql<{ code: string }>(
    `with member as (insert into membership (affiliate_id) select affiliate_id from person where email = $1
       returning affiliate_id)
     insert into membership_period (affiliate_id, kind, starts_on, ends_on, price_minor, currency, discount_code)
     select affiliate_id, 'first', current_date - 100, current_date + 265, 2695, 'USD', 'E2E27-' || affiliate_id
     from member returning discount_code as code`,
    [email],
  );
  return created?.code ?? '';
}

const total = (page: Page) => page.locator('[data-part=total] dd');

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('Street address').fill('1 Harbor Road');
  await page.getByLabel('City').fill('Monterey');
}

describe('diver', () => {
  it("buys a course with the club code, passes the bank's challenge and starts learning", async () => {
    const { page, email } = await openShopper({});
    const code = await joinClub(email);
    await visit(page, `/training/shop/product/${products.deep}`);
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.getByRole('link', { name: /^View cart/ }).click();
    await page.getByLabel('Promo code').fill(code);
    await page.getByRole('button', { name: 'Apply code' }).click();
    await expect.poll(() => total(page).textContent()).toBe('$134.25');
    await page.getByRole('link', { name: 'Check out' }).click();

    // No address is needed, because nothing is shipped.
    await expect(page).toShow(checkout, 'Checkout');
    await page.getByText(`We’ll email the receipt to ${email}.`).waitFor();
    await page.getByText('Your club code').waitFor();
    await page.getByRole('button', { name: 'Pay $134.25' }).click();

    await payWith(page, '3220');
    await page.getByRole('heading', { level: 1, name: 'Confirm your payment' }).waitFor();
    await checkAppearance(page);
    await page.getByRole('button', { name: 'Cancel payment' }).click();
    await page.getByText('Your card was declined. You haven’t been charged.').waitFor();
    await payWith(page, '3220', 'Duplicate');
    await page.getByRole('button', { name: 'Confirm payment' }).click();

    await thankYouHeading(page).waitFor();
    expect(new URL(page.url()).pathname).toMatch(orderPathPattern);
    await page.getByText(/with the card ending in 3220\.$/).waitFor();
    await checkAppearance(page);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: /^Order \d+$/ }).waitFor();
    await page.getByRole('link', { name: 'Start learning Deep Diver' }).click();
    await page.waitForURL('**/training/course/deep');
    await page.getByRole('heading', { level: 1, name: 'Deep Diver' }).waitFor();
  });

  it('enters an address, leaves without paying, pays later and gets a receipt', async () => {
    const { page } = await openShopper({ mask: 2 });
    await visit(page, checkout);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Enter a street address').waitFor();
    await checkAppearance(page);
    await fillIn(page);
    await page.reload();
    await expect.poll(() => page.getByLabel('City').inputValue()).toBe('Monterey');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toShow(payStep, 'Checkout');
    await page.getByText('1 Harbor Road, Monterey, United States').waitFor();
    await page.goBack();
    await page.getByLabel('City').fill('Pacific Grove');
    await page.goForward();
    await page.getByText('1 Harbor Road, Pacific Grove, United States').waitFor();
    await payButton(page).click();

    await page.getByRole('link', { name: 'Go back without paying' }).click();
    await page.getByText('You haven’t been charged. You can pay for the order here.').waitFor();
    await checkAppearance(page);
    await payButton(page).click();
    await payWith(page, '0002');
    await page.getByText('Your card was declined. You haven’t been charged.').waitFor();
    await payWith(page, '4242', 'Delayed');
    await thankYouHeading(page).waitFor();
    await page.getByText('Not shipped yet').waitFor();

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
});
