import { approveOutsideCard } from '#test/support/e2e/shop-orders.ts';
import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { typeCredentials, visit } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { newPassword, openPageAsNewUser } from '#test/support/e2e/new-users.ts';
import '#test/support/e2e/expect-page.ts';

const shop = '/training/shop';
const basket = '/training/shop/basket';
const product = (number: number) => `/training/shop/product/${number}`;
const products = {
  openWater: 2001,
  buoyancy: 2004,
  mask: 4001,
  marker: 4002,
  openWaterECard: 35,
  openWaterCard: 1035,
};
const shelf = (page: Page) => page.locator('section').filter({ has: page.locator('#shelf') });
const tiles = (page: Page) => shelf(page).locator('[data-part=tile]');
const tile = (page: Page, name: string) => tiles(page).filter({ has: page.locator('b', { hasText: name }) });
const add = (page: Page) => page.getByRole('button', { name: 'Add to cart' });

const line = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Items in your cart' }).getByRole('listitem').filter({ hasText: name });

const total = (page: Page) => page.locator('[data-part=total] dd');

async function names(page: Page): Promise<string[]> {
  return tiles(page).locator('b:has(bdi)').allTextContents();
}

async function putInBasket(page: Page, number: number): Promise<void> {
  await visit(page, product(number));
  await add(page).click();
  await page.getByText('added to your cart').waitFor();
  await page.getByRole('link', { name: /^View cart/ }).waitFor();
}

/** Certifies the person in the past, without an eCard. */
async function certify(email: string, levelId = 10): Promise<void> {
  await runSql(
    `insert into certification (affiliate_id, level_id, cert_date)
     select affiliate_id, $2, '2024-05-03' from person where email = $1`,
    [email, levelId],
  );
}

const quantity = (row: Locator) => row.getByRole('textbox');

const category = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Categories', exact: true }).getByRole('link', { name, exact: true });

async function useCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Promo code').fill(code);
  await page.getByRole('button', { name: 'Apply code' }).click();
}

/** Inserts an entitlement from another source. */
async function giveCourse(email: string): Promise<void> {
  await runSql(
    `insert into enrollment (affiliate_id, package_id, source, enrolled_at)
     select affiliate_id, 'peak-buoyancy', 'association', now() from person where email = $1`,
    [email],
  );
}

describe('product list', () => {
  it('loads more while scrolling', async () => {
    const { page } = await openPageAsNewUser();
    await visit(page, `${shop}?sort=name`);
    await tiles(page).first().waitFor();
    const all = Number(/ of (\d+)$/.exec((await page.locator('[data-part=more] p').textContent()) ?? '')?.[1]);
    const scrollToEnd = async () => {
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      return tiles(page).count();
    };
    await expect.poll(scrollToEnd).toBe(all);
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
    expect(new Set(await names(page)).size).toBe(all);
  });

  it('reloads after a failed request', async () => {
    const { page } = await openPageAsNewUser({ expectedProblems: [/status of 503/, /^503 /] });
    await page.route('**/api/shop/products?*', (route) => route.fulfill({ status: 503, json: {} }), { times: 1 });
    await visit(page, shop);
    await page.getByRole('heading', { name: 'Oops' }).waitFor();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await tile(page, 'Open Water Diver').waitFor();
    await expect(page).toShow(shop, 'Shop');
  });

  it('recommends the next product and filters, searches and sorts by URL', async () => {
    const { page } = await openPageAsNewUser();
    await visit(page, shop);
    await expect(page).toShow(shop, 'Shop');
    const first = page.locator('section').filter({ hasText: 'Recommended for you' });
    await first.getByRole('link', { name: /^Start here Open Water Diver/ }).waitFor();
    await tile(page, 'Open Water Diver').waitFor();
    await page.getByText('Bluewater Club members get 25% off').waitFor();

    await category(page, 'Gear').click();
    await expect(page).toShow(`${shop}?category=gear`, 'Shop');
    await tile(page, 'Low-volume mask').waitFor();
    await expect.poll(() => tile(page, 'Open Water Diver').count()).toBe(0);
    expect(await first.count()).toBe(0);

    await page.getByRole('button', { name: 'Sort by: Most popular' }).click();
    await page.getByRole('menuitem', { name: 'Price low to high' }).click();
    await expect(page).toShow(`${shop}?category=gear&sort=price`, 'Shop');
    await expect.poll(async () => (await names(page))[0]).toBe('CPR face shield');
    expect((await names(page)).at(-1)).toBe('Dive light');

    await page.getByLabel('Search the shop').fill('mask');
    await expect(page).toShow(`${shop}?category=gear&sort=price&search=mask`, 'Shop');
    await expect.poll(() => names(page)).toEqual(['Save-a-dive kit', 'Low-volume mask']);
    await tile(page, 'Low-volume mask').getByRole('link').click();
    await expect(page).toShow(product(products.mask), 'Low-volume mask');
    await page.goBack();
    await expect(page).toShow(`${shop}?category=gear&sort=price&search=mask`, 'Shop');
    await expect.poll(() => names(page)).toEqual(['Save-a-dive kit', 'Low-volume mask']);

    await page.getByLabel('Search the shop').fill('submarine');
    await page.getByRole('heading', { name: 'No products found' }).waitFor();
    await page.getByRole('link', { name: 'Show all products' }).click();
    await expect(page).toShow(`${shop}?sort=price`, 'Shop');
  });
});

describe('product', () => {
  it('shows an error for an unknown product', async () => {
    const { page } = await openPageAsNewUser({ expectedProblems: [/status of 404/] });
    await visit(page, product(999_999));
    await expect(page).toShow(product(999_999), 'We couldn’t find that product');
    await visit(page, '/training/shop/product/nonsense');
    await expect(page).toShow('/training/shop/product/nonsense', 'We couldn’t find that product');
    await page.getByRole('link', { name: 'Go to the shop' }).click();
    await expect(page).toShow(shop, 'Shop');
  });

  it('opens a course the person already owns and sells it as a gift', async () => {
    const { page, email } = await openPageAsNewUser();
    await giveCourse(email);
    await visit(page, shop);
    await tile(page, 'Peak Buoyancy').getByText('Owned').waitFor();
    await tile(page, 'Peak Buoyancy').getByRole('link').click();
    await page.getByText('You already have this. You can still buy it as a gift.').waitFor();
    await page.getByText('You’ll get a gift code').waitFor();
    await page.getByRole('link', { name: 'Open', exact: true }).click();
    await expect(page).toShow('/training/course/peak-buoyancy', 'Peak Buoyancy');
  });

  it('is linked from the page of a course the person does not own', async () => {
    const { page } = await openPageAsNewUser();
    await visit(page, '/training/course/peak-buoyancy');
    await page.getByRole('link', { name: 'View it in the shop' }).click();
    await expect(page).toShow(`${shop}?search=Peak+Buoyancy`, 'Shop');
    await tile(page, 'Peak Buoyancy').first().waitFor();
  });

  it('opens by stock number; an eCard requires a certification without one', async () => {
    const { page, email } = await openPageAsNewUser();
    await visit(page, `${shop}?stock=${products.openWaterECard}`);
    await expect(page).toShow(product(products.openWaterECard), 'Open Water eCard');
    await page.getByText('You aren’t certified at this level yet').waitFor();
    expect(await add(page).count()).toBe(0);

    await certify(email);
    await visit(page, '/certifications/noecard/10');
    await page.getByRole('link', { name: 'View in shop' }).click();
    await expect(page).toShow(product(products.openWaterECard), 'Open Water eCard');
    await page.getByText('For Open Water, certified May 3, 2024.').waitFor();
    await add(page).click();
    await page.getByRole('button', { name: 'View cart' }).click();
    await expect(page).toShow(basket, 'Cart');
    await line(page, 'Open Water eCard').getByText('$34.95').waitFor();
  });

  it('sells a course once for oneself and any number of times as a gift', async () => {
    const { page } = await openPageAsNewUser();
    await visit(page, product(products.openWater));
    await expect(page).toShow(product(products.openWater), 'Open Water Diver');
    await page.getByRole('heading', { name: 'What you’ll learn' }).waitFor();
    await checkAppearance(page);
    await add(page).click();
    await page.getByRole('link', { name: 'Cart 1 · $219.00' }).waitFor();
    expect(await add(page).count()).toBe(0);

    await page.getByText('As a gift').click();
    await page.getByRole('textbox', { name: 'Quantity' }).fill('3');
    await page.keyboard.press('Tab');
    await page.getByText('You’ll get 3 gift codes').waitFor();
    await add(page).click();
    await page.getByRole('link', { name: 'Cart 4 · $876.00' }).click();
    await expect(page).toShow(basket, 'Cart');
    expect(await line(page, 'Open Water Diver').count()).toBe(2);
    await line(page, '3 gift codes').getByText('$657.00').waitFor();
  });
});

describe('basket', () => {
  it('is the same in another tab', async () => {
    const { page } = await openPageAsNewUser();
    await putInBasket(page, products.mask);
    const other = await page.context().newPage();
    await visit(other, shop);
    await other.getByRole('link', { name: 'Cart 1 · $79.00' }).waitFor();
    await tile(other, 'Low-volume mask').getByText('In cart').waitFor();
    await visit(other, basket);
    await line(other, 'Low-volume mask').waitFor();
    expect(await line(other, '').count()).toBe(1);
  });

  it('explains products that are no longer available', async () => {
    const { page, email } = await openPageAsNewUser();
    await approveOutsideCard(email);
    await putInBasket(page, products.buoyancy);
    await giveCourse(email);
    await visit(page, basket);
    await line(page, 'Peak Buoyancy').getByText('You already have this course.').waitFor();
    await page.getByText('One item can’t be ordered.').waitFor();
    await page.getByRole('link', { name: 'Check out' }).click({ force: true });
    await expect(page).toShow(basket, 'Cart');
    await checkAppearance(page);
  });

  it('accepts a promotion code and explains invalid ones', async () => {
    const { page } = await openPageAsNewUser({ expectedProblems: [/status of 404/, /status of 409/] });
    await putInBasket(page, products.mask);
    await visit(page, basket);
    await useCode(page, ' ');
    await page.getByText('Enter a code').waitFor();
    await useCode(page, 'no-such-code');
    await page.getByText('We couldn’t find that code. Check it and try again.').waitFor();
    await useCode(page, 'spring20');
    await page.getByText('This code has expired or isn’t active yet.').waitFor();
    await useCode(page, 'welcome10');
    await page.getByText('WELCOME10 applied: $7.90 off').waitFor();
    await expect.poll(() => total(page).textContent()).toBe('$71.10');
    await useCode(page, 'reef15');
    await page.getByText('You can’t combine this code with another one.').waitFor();
    await checkAppearance(page);
    await page.getByRole('button', { name: 'Remove code WELCOME10' }).click();
    await expect.poll(() => total(page).textContent()).toBe('$79.00');
  });

  it('offers members their club code', async () => {
    const { page, email } = await openPageAsNewUser();
    await certify(email);
    await visit(page, '/club');
    await page.getByRole('button', { name: 'Join for $26.95' }).click();
    await page.getByRole('button', { name: /^Pay \$/ }).click();
    await page.getByText('Thanks, your payment went through.').waitFor();
    await visit(page, shop);
    await page.getByText('Your membership includes a free eCard this year.').waitFor();
    await page.getByText('Get 25% off one course with your club code').waitFor();
    await checkAppearance(page);
    await putInBasket(page, products.openWater);
    await page.getByRole('link', { name: 'Cart 1 · $219.00' }).click();
    await page.getByRole('button', { name: 'Use your club code for 25% off' }).click();
    await page.getByText('Your club code: $54.75 off').waitFor();
    await expect.poll(() => total(page).textContent()).toBe('$164.25');
  });

  it('is filled, changed and emptied, with undo for every step', async () => {
    const { page, email } = await openPageAsNewUser();
    await approveOutsideCard(email);
    await visit(page, basket);
    await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor();
    await checkAppearance(page);
    await putInBasket(page, products.marker);
    await putInBasket(page, products.buoyancy);
    await visit(page, basket);
    const marker = line(page, 'Surface marker');
    await marker.getByRole('button', { name: 'Increase quantity' }).click();
    await marker.getByRole('button', { name: 'Increase quantity' }).click();
    await expect.poll(() => quantity(marker).inputValue()).toBe('3');
    await marker.getByText('$192.00').waitFor();
    await expect.poll(() => total(page).textContent()).toBe('$311.00');

    await page.reload();
    await expect.poll(() => quantity(marker).inputValue()).toBe('3');
    await marker.getByRole('button', { name: /^Remove Surface marker/ }).click();
    await expect.poll(() => marker.count()).toBe(0);
    await expect.poll(() => total(page).textContent()).toBe('$119.00');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => quantity(marker).inputValue()).toBe('3');
    await expect.poll(() => total(page).textContent()).toBe('$311.00');
    await page.getByRole('link', { name: 'Check out' }).click();
    await page.waitForURL('**/training/shop/checkout');
  });
});

describe('basket item', () => {
  it('is stored in the browser while offline and sent later', async () => {
    const { page, email } = await openPageAsNewUser({ losesNetwork: true });
    await visit(page, product(products.mask));
    await add(page).waitFor();
    const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    await expect.poll(loaded).toContainEqual(expect.stringContaining('/assets/basket-screen-'));
    await page.context().setOffline(true);
    await add(page).click();
    await page.getByText('We’ll add Low-volume mask to your cart').waitFor();
    await page.getByRole('link', { name: 'Cart 1 · $79.00' }).click();
    await line(page, 'Low-volume mask').getByText('We’ll add this when you’re back online.').waitFor();
    expect(await linesOf(email)).toEqual([]);
    await page.context().setOffline(false);
    await page.getByText('You’re back online. We added Low-volume mask to your cart.').waitFor();
    await expect.poll(() => total(page).textContent()).toBe('$79.00');
    expect(await linesOf(email)).toEqual([{ product_id: products.mask, quantity: 1 }]);
  });

  it('is added after the next sign-in when the session has expired', async () => {
    const { page, email } = await openPageAsNewUser({ expectedProblems: [/status of 401/] });
    await visit(page, product(products.mask));
    await add(page).waitFor();
    await page.route('**/api/shop/basket/lines', async (route) => {
      await runSql('delete from session where affiliate_id = (select affiliate_id from person where email = $1)', [
        email,
      ]);
      await page.context().clearCookies();
      await route.fulfill({ status: 401, json: rejection });
    });
    await add(page).click();
    await page.locator('input[name=password]').waitFor();
    expect(await linesOf(email)).toEqual([]);
    await page.unroute('**/api/shop/basket/lines');
    await typeCredentials(page, email, newPassword);
    await expect(page).toShow(product(products.mask), 'Low-volume mask');
    await page.getByRole('link', { name: 'Cart 1 · $79.00' }).waitFor();
    await expect.poll(() => linesOf(email)).toEqual([{ product_id: products.mask, quantity: 1 }]);
  });

  it('is added once when the response was lost', async () => {
    const { page, email } = await openPageAsNewUser({ losesNetwork: true });
    let lost = 0;
    await page.route('**/api/shop/basket/lines', async (route) => {
      if (lost > 0) return route.continue();
      lost += 1;
      await route.fetch();
      await route.abort();
    });
    await visit(page, product(products.marker));
    await add(page).click();
    await page.getByText('You’re back online. We added').waitFor();
    expect(await linesOf(email)).toEqual([{ product_id: products.marker, quantity: 1 }]);
  });
});

const rejection = {
  errors: [{ code: 'session.invalid', message: 'the token has expired' }],
  correlationId: 'test-0002',
};

function linesOf(email: string) {
  return runSql<{ product_id: number; quantity: number }>(
    'select product_id, quantity from basket_line join person using (affiliate_id) where email = $1',
    [email],
  );
}

describe('shop in Arabic', () => {
  it('keeps Western digits', async () => {
    const { page, email } = await openPageAsNewUser();
    await putInBasket(page, products.marker);
    await runSql("update person set language = 'ar-SA' where email = $1", [email]);
    await visit(page, basket);
    await page.locator('html[dir=rtl]').waitFor();
    const quantity = page.getByRole('main').getByRole('listitem').getByRole('textbox');
    await expect.poll(() => quantity.inputValue()).toBe('1');
  });
});
