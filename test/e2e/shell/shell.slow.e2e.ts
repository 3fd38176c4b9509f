import { describe, expect, it, onTestFinished } from 'vitest';
import { openPage, visit } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { matchHeading } from '#test/support/e2e/expect-page.ts';
import { learnerDashboardHeading } from '#test/support/e2e/new-users.ts';
import { swipe } from '#test/support/e2e/swipe.ts';
import { dashboard, phone, links, openDashboard, focused, drawerOf, openDrawer } from './shell-steps.ts';

describe('sidebar', () => {
  it('opens help in a new tab', async () => {
    const page = await openDashboard();
    const help = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Help' });
    expect(await help.getAttribute('href')).toBe('https://help.bluewater.example');
    expect(await help.getAttribute('target')).toBe('_blank');
    expect(await help.getAttribute('rel')).toContain('noreferrer');
  });

  it('opens every page, sets the title and focuses the headline', async () => {
    const page = await openDashboard();
    const sidebar = page.getByRole('navigation', { name: 'Main' });
    expect(await sidebar.getByRole('link').allInnerTexts()).toEqual([
      'Dashboard',
      'My courses',
      'Performance',
      'Bluewater Club',
      'Forms & applications',
      'Profile',
      'Account',
      'Certifications',
      'Settings',
      'Preference center',
      'Shop',
      'Logbook',
      'Help',
    ]);
    for (const [name, address, heading] of links) {
      await sidebar.getByRole('link', { name, exact: true }).click();
      await expect(page).toShow(address, heading);
      await expect.poll(() => focused(page)).toEqual(matchHeading(heading));
      await expect.poll(() => page.title()).toBe(`${name} · Bluewater`);
      expect(await sidebar.locator('[aria-current=page]').allInnerTexts()).toEqual([name]);
    }
  });
});

describe('user menu', () => {
  it('opens profile, account and preferences', async () => {
    const page = await openDashboard();
    for (const [name, address, heading] of [
      ['Profile', '/profile', 'Maren Lindqvist'],
      ['Account', '/account', 'Your account'],
      ['Preferences', '/preferences/subscriber', 'Preference center'],
    ] as const) {
      await page.getByRole('button', { name: 'Maren Lindqvist, account menu' }).click();
      await page.getByRole('menuitem', { name }).click();
      await expect(page).toShow(address, heading);
      await page.getByRole('menu').waitFor({ state: 'detached' });
      await expect.poll(() => focused(page)).toEqual(matchHeading(heading));
    }
  });
});

describe('on a phone', () => {
  it("has the sidebar's links in a menu, which closes after navigation", async () => {
    const page = await openDashboard(phone);
    expect(await page.locator('[data-part=sidebar]').isVisible()).toBe(false);
    const menu = page.getByRole('dialog', { name: 'Menu' });
    for (const [name, address, heading] of links) {
      await page.getByRole('button', { name: 'Menu', exact: true }).click();
      await menu.getByRole('link', { name, exact: true }).click();
      await expect(page).toShow(address, heading);
      await menu.waitFor({ state: 'detached' });
      await expect.poll(() => focused(page)).toEqual(matchHeading(heading));
    }
  });

  it('shows five links in the bottom bar', async () => {
    const page = await openDashboard(phone);
    const bar = page.getByRole('navigation', { name: 'Shortcuts' });
    for (const [name, address, heading] of [
      ['Logbook', '/logbook/list', 'Logbook'],
      ['Cards', '/certifications/list', 'Certifications'],
      ['Home', dashboard, learnerDashboardHeading],
      ['Log a dive', '/logbook/log-dive/recreational/create', 'Log a dive'],
    ] as const) {
      expect(await bar.locator('> *').count()).toBe(5);
      await bar.getByRole('link', { name, exact: true }).click();
      await expect(page).toShow(address, heading);
    }
    // Forms show their own buttons in place of the bar.
    await bar.waitFor({ state: 'hidden' });
  });
});

describe('notifications drawer', () => {
  it('closes on a swipe of 20 px towards its edge', async () => {
    const page = await openDashboard({ ...phone, hasTouch: true });
    await openDrawer(page);
    // Swipes on the header, because the browser treats less than 15 px as a tap, and a tap in the list opens a notification.
    const head = await drawerOf(page).getByRole('heading', { name: 'Notifications' }).boundingBox();
    if (!head) throw new Error('the drawer has no heading');
    const finger = { x: head.x + 80, y: head.y + head.height / 2 };
    await swipe(page, finger, 15);
    await swipe(page, finger, -60);
    expect(await drawerOf(page).isVisible()).toBe(true);
    await swipe(page, finger, 21);
    await drawerOf(page).waitFor({ state: 'detached' });
  });
});

describe('language', () => {
  it('changes to Arabic and back without a reload and is stored', async () => {
    const guardian = 'guardian@demo.test';
    onTestFinished(async () => {
      await runSql("update person set language = 'en-US' where email = $1", [guardian]);
    });
    const page = await openDashboard({ signedInAs: guardian });
    await visit(page, '/logbook/list');
    await expect(page).toShow('/logbook/list', 'Logbook');
    const html = page.locator('html');
    const side = page.locator('[data-part=sidebar]');
    const choose = async (locale: string) => {
      const saved = page.waitForResponse('**/api/account/user/update/language/*');
      await page.locator('footer select').selectOption(locale);
      expect((await saved).ok()).toBe(true);
    };
    await page.evaluate(() => document.documentElement.setAttribute('data-was-here', ''));

    await choose('ar-SA');
    await expect.poll(() => html.getAttribute('dir')).toBe('rtl');
    expect(await html.getAttribute('lang')).toBe('ar-SA');
    expect(await html.getAttribute('data-was-here')).toBe('');
    expect(new URL(page.url()).pathname).toBe('/logbook/list');
    expect((await side.boundingBox())?.x).toBeGreaterThan(1000);
    await page.locator('[data-part=user-menu]').click();
    const menuItem = page.getByRole('menuitem').first();
    await expect.poll(() => menuItem.evaluate((item) => getComputedStyle(item).direction)).toBe('rtl');
    await page.keyboard.press('Escape');

    await page.reload();
    await page.locator('main h1').waitFor();
    expect(await html.getAttribute('dir')).toBe('rtl');

    await choose('en-US');
    await expect.poll(() => html.getAttribute('dir')).toBe('ltr');
    await expect(page).toShow('/logbook/list', 'Logbook');
    expect((await side.boundingBox())?.x).toBe(0);
    await page.reload();
    await expect(page).toShow('/logbook/list', 'Logbook');
    expect(await html.getAttribute('dir')).toBe('ltr');
  });

  it("is the person's own even when the browser's messages load late", async () => {
    const page = await openPage({ signedInAs: 'guardian@demo.test', locale: 'ar-SA' });
    // The browser renders the page, because the server knows the person's language.
    await page.setExtraHTTPHeaders({ 'x-page': 'empty' });
    const answered = page.waitForResponse('**/api/graphql').then((response) => response.finished());
    await page.route('**/assets/messages-*/*.ar-SA.json', async (route) => {
      await answered;
      await route.continue();
    });
    await visit(page, dashboard);
    await expect(page).toShow(dashboard, learnerDashboardHeading);
    expect(await page.locator('html').getAttribute('dir')).toBe('ltr');
  });
});

describe('header', () => {
  it('is 60 px high with a small logo, and 80 px with a large one from 1024 px', async () => {
    const page = await openDashboard();
    const sizes = async (width: number) => {
      await page.setViewportSize({ width, height: 844 });
      const header = await page.locator('header').boundingBox();
      const logo = await page.locator('header a svg:visible').boundingBox();
      return [header?.height, logo?.width, logo?.height];
    };
    for (const width of [320, 390, 1023]) expect(await sizes(width)).toEqual([60, 87, 30]);
    for (const width of [1024, 1440, 3840]) expect(await sizes(width)).toEqual([80, 116, 40]);
  });
});
