import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { openPage, visit } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import '#test/support/e2e/expect-page.ts';
import {
  arrowTo,
  chooseOption,
  pressKeyOn,
  pressMenu,
  skipToContent,
  tabTo,
  typeInto,
} from '#test/support/e2e/keyboard.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';
import { certify, makeStoreAccount } from '#test/support/e2e/shop-orders.ts';

const diver = { email: 'diver@demo.test', openWater: 20_471_101 };
const shop = '/training/shop';
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const cards = (page: Page) => page.getByRole('radio', { name: /^Card ending/ });
const names = (page: Page) => page.locator('section:has(#shelf) [data-part=tile] b:has(bdi)').allTextContents();

/** Pays at the test gateway, where a card is preselected. */
async function pay(page: Page): Promise<void> {
  await page.waitForURL('**/pay/**');
  await skipToContent(page);
  await arrowTo(cards(page), page.getByRole('radio', { name: /4242/ }));
  await pressKeyOn(button(page, /^Pay \$/));
}

describe('with the keyboard only', () => {
  it('finds a product, changes the basket, pays and opens the order', async () => {
    const { page, email } = await openPageAsNewUser();
    await runSql("update person set country = 'US' where email = $1", [email]);
    await visit(page, shop);
    await skipToContent(page);
    await typeInto(page.getByLabel('Search the shop'), 'mask');
    await expect(page).toShow(`${shop}?search=mask`, 'Shop');
    await pressKeyOn(page.getByRole('link', { name: 'Gear', exact: true }));
    await expect(page).toShow(`${shop}?category=gear&search=mask`, 'Shop');
    await pressMenu(button(page, /^Sort by/), 'Price low to high');
    await expect.poll(() => names(page)).toEqual(['Save-a-dive kit', 'Low-volume mask']);
    await pressKeyOn(page.locator('[data-part=tile]').filter({ hasText: 'Low-volume mask' }).getByRole('link'));
    await expect(page).toShow(`${shop}/product/4001`, 'Low-volume mask');
    await pressKeyOn(button(page, 'Add to cart'));
    await pressKeyOn(page.getByRole('link', { name: /^View cart/ }));
    await expect(page).toShow(`${shop}/basket`, 'Cart');
    const quantity = page.getByRole('list', { name: 'Items in your cart' }).getByRole('textbox');
    await tabTo(quantity);
    await page.keyboard.press('ArrowUp');
    const lines = () =>
      runSql('select quantity from basket_line join person using (affiliate_id) where email = $1', [email]);
    await expect.poll(lines).toEqual([{ quantity: 2 }]);
    await pressKeyOn(button(page, /^Remove Low-volume mask/));
    await expect.poll(lines).toEqual([]);
    await page.keyboard.press('Control+z');
    await expect.poll(lines).toEqual([{ quantity: 2 }]);
    await pressKeyOn(page.getByRole('link', { name: 'Check out' }));
    await expect(page).toShow(`${shop}/checkout`, 'Checkout');
    await typeInto(page.getByLabel('Street address'), '1 Harbor Road');
    await typeInto(page.getByLabel('City'), 'Monterey');
    await pressKeyOn(button(page, 'Continue'));
    await pressKeyOn(button(page, /^Pay \$/));
    await pay(page);
    await page.getByRole('heading', { level: 1, name: 'Thank you, Nora' }).waitFor();
    await skipToContent(page);
    await pressKeyOn(page.getByRole('link', { name: 'Your orders' }));
    await pressKeyOn(page.getByRole('link', { name: /Low-volume mask/ }));
    await page.getByRole('heading', { level: 1, name: /^Order \d+$/ }).waitFor();
    expect(
      await runSql('select state from shop_order join person using (affiliate_id) where email = $1', [email]),
    ).toEqual([{ state: 'paid' }]);
  });

  it('joins the club, and buys codes on credit and sends one as a store', async () => {
    const { page, email } = await openPageAsNewUser();
    await certify(email, 10, 500);
    await visit(page, '/club');
    await skipToContent(page);
    await pressKeyOn(page.getByLabel(/^Renew automatically each year/), 'Space');
    await pressKeyOn(button(page, 'Join for $26.95'));
    await pay(page);
    await expect(page).toShow('/club', /^Active until /);
    expect(
      await runSql('select is_renewing from membership join person using (affiliate_id) where email = $1', [email]),
    ).toEqual([{ is_renewing: true }]);

    await makeStoreAccount(email, 300_000);
    await visit(page, `${shop}/credit`);
    await skipToContent(page);
    await chooseOption(button(page, /Course/), 'Peak Buoyancy');
    await typeInto(page.getByLabel('Number of codes'), '2');
    await pressKeyOn(button(page, 'Buy 2 codes'));
    await pressKeyOn(button(page, 'Pay $238.00'));
    await expect.poll(() => page.locator('h1').textContent()).toMatch(/^Thank you/);
    await pressKeyOn(page.getByRole('button', { name: /by email$/ }).first());
    await typeInto(page.getByLabel('Recipient’s email'), 'friend@example.test');
    await pressKeyOn(button(page, 'Send code'));
    await page.getByText('Code sent to friend@example.test').waitFor();
    expect(await runSql("select from mail_outbox where to_address = 'friend@example.test'")).not.toEqual([]);
  });

  it('flips, saves and shares a card, and checks its code as a stranger', async () => {
    // Files are created on the first request; until then the server reports that they are not ready.
    await runSql('delete from card_file where license_id = $1', [diver.openWater]);
    const page = await openPage({ signedInAs: diver.email, possibleProblems: [/409/] });
    await runSql("delete from link_token where purpose = 'card-share'");
    await visit(page, '/certifications/list');
    await skipToContent(page);
    await pressKeyOn(page.locator('[data-part=cards]').getByRole('link', { name: /Open Water/ }));
    await expect(page).toShow(`/certifications/ecard/${diver.openWater}`, 'Open Water');
    const side = () => page.locator('.ecard-turn').getAttribute('data-turned');
    await pressKeyOn(page.locator('.ecard-turn button'));
    await expect.poll(side).toBe('true');
    await page.keyboard.press('Space');
    await expect.poll(side).toBe('false');
    await pressKeyOn(button(page, 'Show code'));
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const saved = page.waitForEvent('download', { timeout: 50_000 });
    await pressKeyOn(button(page, 'Download PDF'));
    expect((await saved).suggestedFilename()).toMatch(/\.pdf$/);
    await pressMenu(button(page, 'More actions'), 'Share');
    await arrowTo(
      page.getByRole('dialog').getByRole('radio'),
      page.getByRole('radio', { name: '30 days' }),
      'ArrowRight',
    );
    await pressKeyOn(button(page, 'Create link'));
    await page.getByLabel('Card link').waitFor();
    expect(await runSql("select from link_token where purpose = 'card-share'")).toHaveLength(1);
    await pressKeyOn(button(page, 'Deactivate all links'));
    await page.getByText('All links to this card are deactivated.').waitFor();

    const [card] = await runSql<{ code: string }>('select code from certification where license_id = $1', [
      diver.openWater,
    ]);
    await visit(page, '/verify');
    await typeInto(page.getByLabel('Code on the back of the card'), card?.code ?? '');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('main h1').innerText()).toBe('This card is valid');
  });
});
