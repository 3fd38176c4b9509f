import { describe, expect, it } from 'vitest';
import { visit } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { findMailLink } from '#test/support/e2e/mails.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';
import { makeStoreAccount } from '#test/support/e2e/shop-orders.ts';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import '#test/support/e2e/expect-page.ts';

const credit = '/training/shop/credit';
const title = 'Credit and codes';
const stat = (page: Page, label: string) =>
  page.locator('[data-part=stat]').filter({ hasText: label }).locator('[data-part=value]');

async function choose(page: Page, course: RegExp, count: string): Promise<void> {
  await page.getByRole('button', { name: /Course/ }).click();
  await page.getByRole('option', { name: course }).click();
  await page.getByLabel('Number of codes').fill(count);
}

async function downloadLines(page: Page): Promise<string[]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download available codes (CSV)' }).click(),
  ]);
  return (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
}

describe('store', () => {
  it('shows the missing credit and how many codes it covers', async () => {
    const { page, email } = await openPageAsNewUser();
    await makeStoreAccount(email, 50_000);
    await visit(page, credit);
    // The page suggests as many codes as the credit covers.
    await page.getByRole('button', { name: 'Buy 1 code', exact: true }).waitFor();
    await choose(page, /^Peak Buoyancy/, '5');
    await expect.poll(() => stat(page, 'short for 5 codes').textContent()).toBe('$95.00');
    await page.getByLabel('Number of codes').fill('0');
    await page.getByText('Enter a number from 1 to 500').waitFor();
    await page.getByRole('button', { name: 'Buy codes' }).click();
    await expect(page).toShow(credit, title);

    await page.getByLabel('Number of codes').fill('5');
    await page.getByRole('button', { name: 'Buy 5 codes' }).click();
    await page.getByRole('button', { name: 'Pay $595.00' }).waitFor();
    expect(await page.getByText('Store credit', { exact: true }).count()).toBe(0);
  });

  it('reloads the page on Refresh', async () => {
    const { page, email } = await openPageAsNewUser({ expectedProblems: [/500/] });
    await makeStoreAccount(email, 50_000);
    let isBroken = true;
    await page.route(/\/api\/shop\/credit(\?|$)/, (route) =>
      isBroken
        ? route.fulfill({ status: 500, json: { errors: [{ code: 'server.failed', message: '' }] } })
        : route.continue(),
    );
    await visit(page, credit);
    await page.getByText('Something went wrong').waitFor();
    isBroken = false;
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect.poll(() => stat(page, 'Available credit').textContent()).toBe('$500.00');
  });

  it('buys 20 codes on credit, sees the balance and sends one that is redeemed', async () => {
    const { page, email } = await openPageAsNewUser();
    await makeStoreAccount(email, 300_000);
    await visit(page, '/training/dashboard');
    await page.getByRole('link', { name: /^Buy codes/ }).click();
    await expect(page).toShow(credit, title);
    await page.getByText('No codes yet').waitFor();
    await choose(page, /^Peak Buoyancy/, '20');
    await expect.poll(() => stat(page, 'Available credit').textContent()).toBe('$3,000.00');
    await expect.poll(() => stat(page, 'left after 20 codes').textContent()).toBe('$620.00');
    await checkAppearance(page);

    await page.getByRole('button', { name: 'Buy 20 codes' }).click();
    await page.getByText('You’ll have $620.00 left.').waitFor();
    await page.getByRole('button', { name: 'Pay $2,380.00' }).click();
    await page.waitForURL(/\/training\/shop\/orders\/[\w-]+/);
    await expect.poll(() => page.locator('h1').textContent()).toMatch(/^Thank you/);

    await visit(page, credit);
    await expect.poll(() => stat(page, 'Available credit').textContent()).toBe('$620.00');
    await page.getByText('-$2,380.00').waitFor();
    await page.getByText('Available 20').waitFor();
    expect(await downloadLines(page)).toHaveLength(21);

    const receiver = await openPageAsNewUser();
    const first = page.getByRole('button', { name: /^Share .* by email$/ }).first();
    const code = /[A-Z0-9-]{14}/.exec((await first.getAttribute('aria-label')) ?? '')?.[0] ?? 'no code';
    await first.click();
    await page.getByLabel('Recipient’s email').fill(receiver.email);
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByText(`Code sent to ${receiver.email}`).waitFor();
    await page.getByText('Available 19').waitFor();
    await page.getByText('Shared 1').click();
    await expect.poll(() => page.locator('[data-part="code"]').count()).toBe(1);

    const link = await findMailLink(receiver.email, '/training/claim/');
    await visit(receiver.page, link);
    await receiver.page.getByRole('button', { name: 'Accept code' }).click();
    await expect(receiver.page).toShow(link, 'Your code for Peak Buoyancy Diver is ready');
    await receiver.page.getByRole('link', { name: 'Redeem later' }).click();
    await receiver.page.getByText(code).waitFor();
  });
});

describe('promotions after a first dive', () => {
  it('lead to the entry course, and to the club only for those who can join it', async () => {
    const { page, email } = await openPageAsNewUser();
    await runSql(
      `insert into dsd_checkpoint (affiliate_id, status, updated_at)
       select affiliate_id, 'PROCESSED', now() - interval '29 days' from person where email = $1`,
      [email],
    );
    await visit(page, '/training/my-promos');
    await expect(page).toShow('/training/my-promos', 'You took your first breath underwater, Nora');
    await page.getByRole('link', { name: 'View course' }).waitFor();
    expect(await page.getByText('Free with Bluewater Club').count()).toBe(0);
    await page.getByRole('link', { name: 'View course' }).click();
    await page.waitForURL('**/training/shop/product/2001');

    await runSql(
      `insert into certification (affiliate_id, level_id, cert_date)
       select affiliate_id, 35, current_date - 10 from person where email = $1`,
      [email],
    );
    await visit(page, '/training/my-promos');
    await page.getByText('Free with Bluewater Club').first().waitFor();
    await page.getByRole('link', { name: 'Join Bluewater Club' }).first().click();
    await page.waitForURL('**/club');
  });
});
