import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { openPage, visit } from '#platform/testing/browser.ts';
import '#test/support/e2e/expect-page.ts';
import { pressKeyOn, tabTo } from '#test/support/e2e/keyboard.ts';

const dashboard = '/training/dashboard';
const isFocused = (page: Page, selector: string) =>
  page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);

async function openDashboard(): Promise<Page> {
  const page = await openPage({ signedInAs: 'instructor@demo.test' });
  await visit(page, dashboard);
  await expect(page).toShow(dashboard, 'Welcome, Tomás');
  return page;
}

describe('with the keyboard only', () => {
  it('signs in', async () => {
    const page = await openPage();
    await visit(page, '/login/sign-in');
    await expect.poll(() => isFocused(page, 'input[name=email]')).toBe(true);
    await page.keyboard.type('instructor@demo.test');
    await tabTo(page.locator('input[name=password]'));
    await page.keyboard.type('Diver123');
    await page.keyboard.press('Enter');
    await expect(page).toShow(dashboard, 'Welcome, Tomás');
  });

  it('reaches every link of the sidebar and opens one', async () => {
    const page = await openDashboard();
    const links = await page
      .locator('[data-part=sidebar] a')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(links).toHaveLength(21);
    for (const href of links) await tabTo(page.locator(`[data-part=sidebar] a[href="${href}"]`));
    await page.keyboard.press('Shift+Tab');
    expect(await isFocused(page, '[data-part=sidebar] a[href="/logbook"]')).toBe(true);
    await page.keyboard.press('Enter');
    await expect(page).toShow('/logbook/list', 'Logbook');
    await expect.poll(() => isFocused(page, 'main h1')).toBe(true);
  });

  it('opens, navigates and closes the user menu', async () => {
    const page = await openDashboard();
    const item = () => page.evaluate(() => document.activeElement?.textContent);
    await pressKeyOn(page.locator('[data-part=user-menu]'));
    await expect.poll(item).toBe('Profile');
    for (const name of ['Account', 'Preferences', 'Sign out']) {
      await page.keyboard.press('ArrowDown');
      await expect.poll(item).toBe(name);
    }
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await expect.poll(() => isFocused(page, '[data-part=user-menu]')).toBe(true);
    expect(await page.locator('[data-part=user-menu]').getAttribute('aria-expanded')).toBe('false');

    await page.keyboard.press('Enter');
    await expect.poll(item).toBe('Profile');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toShow('/account', 'Your account');
  });

  it('opens the drawer, stays inside it and closes it', async () => {
    const page = await openDashboard();
    const bell = '[data-part=bell]';
    await pressKeyOn(page.locator(bell));
    await page.getByRole('dialog', { name: 'Notifications' }).waitFor();
    for (let count = 0; count < 3; count++) {
      await page.keyboard.press('Tab');
      expect(await isFocused(page, '[role=dialog] *')).toBe(true);
    }
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => isFocused(page, bell)).toBe(true);
  });

  it('focuses nothing behind the bars on a phone', async () => {
    const page = await openPage({ signedInAs: 'student@demo.test', width: 390, height: 844 });
    for (const address of [dashboard, '/account', '/certifications/list']) {
      await visit(page, address);
      await page.locator('main h1').waitFor();
      await tabTo(page.locator('footer select'));
    }
    await expect(page).toShow('/certifications/list', 'Certifications');
  });
});
