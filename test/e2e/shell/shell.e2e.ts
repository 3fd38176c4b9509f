import type { Page } from 'playwright';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPage, signIn, visit } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { matchHeading } from '#test/support/e2e/expect-page.ts';
import { learnerDashboardHeading } from '#test/support/e2e/new-users.ts';
import { swipe } from '#test/support/e2e/swipe.ts';

const dashboard = '/training/dashboard';
const diver = 'diver@demo.test';
const phone = { width: 390, height: 844 };

const links = [
  ['Bluewater Club', '/club', /^Active until /],
  ['Forms & applications', '/training/forms-applications', 'Forms & applications'],
  ['Profile', '/profile', 'Maren Lindqvist'],
  ['Account', '/account', 'Your account'],
  ['Certifications', '/certifications/list', 'Certifications'],
  ['Settings', '/settings', 'Settings'],
  ['Preference center', '/preferences/subscriber', 'Preference center'],
  ['Shop', '/training/shop', 'Shop'],
  ['Logbook', '/logbook/list', 'Logbook'],
  ['Dashboard', dashboard, learnerDashboardHeading],
] as const;

async function openDashboard(options: Parameters<typeof openPage>[0] = {}): Promise<Page> {
  const page = await openPage({ signedInAs: diver, hasMotion: true, ...options });
  await visit(page, dashboard);
  await page.locator('main h1').waitFor();
  return page;
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim());

describe('the sidebar', () => {
  it('leads everywhere, names the tab and puts the focus on the headline', async () => {
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

  it('opens help in a tab of its own', async () => {
    const page = await openDashboard();
    const help = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Help' });
    expect(await help.getAttribute('href')).toBe('https://help.bluewater.example');
    expect(await help.getAttribute('target')).toBe('_blank');
    expect(await help.getAttribute('rel')).toContain('noreferrer');
  });

  it('does not cost a page load', async () => {
    const page = await openDashboard();
    const documents: string[] = [];
    page.on('request', (request) => request.resourceType() === 'document' && documents.push(request.url()));
    await page.getByRole('link', { name: 'Logbook', exact: true }).click();
    await expect(page).toShow('/logbook/list', 'Logbook');
    await page.goBack();
    await expect(page).toShow(dashboard, learnerDashboardHeading);
    expect(documents).toEqual([]);
  });
});

describe('the user menu', () => {
  it('leads to profile, account and preferences', async () => {
    const page = await openDashboard();
    for (const [name, address, heading] of [
      ['Profile', '/profile', 'Maren Lindqvist'],
      ['Account', '/account', 'Your account'],
      ['Preferences', '/preferences/subscriber', 'Preference center'],
    ] as const) {
      await page.getByRole('button', { name: 'Maren Lindqvist, your menu' }).click();
      await page.getByRole('menuitem', { name }).click();
      await expect(page).toShow(address, heading);
      await page.getByRole('menu').waitFor({ state: 'detached' });
      await expect.poll(() => focused(page)).toEqual(matchHeading(heading));
    }
  });

  it('signs out', async () => {
    const page = await openPage();
    await signIn(page, 'staff@demo.test');
    await page.getByRole('button', { name: 'Priya Raman, your menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('__Host-session');
  });
});

describe('on a phone', () => {
  it('the menu has the same links as the sidebar, and closes behind them', async () => {
    const page = await openDashboard(phone);
    expect(await page.locator('nav.side').isVisible()).toBe(false);
    const menu = page.getByRole('dialog', { name: 'Menu' });
    for (const [name, address, heading] of links) {
      await page.getByRole('button', { name: 'Menu', exact: true }).click();
      await menu.getByRole('link', { name, exact: true }).click();
      await expect(page).toShow(address, heading);
      await menu.waitFor({ state: 'detached' });
      await expect.poll(() => focused(page)).toEqual(matchHeading(heading));
    }
  });

  it('five places are within reach of the thumb', async () => {
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
    // A form has its own buttons there.
    await bar.waitFor({ state: 'hidden' });
  });
});

describe('the header', () => {
  it('is 60 px high with a small logo, and from 1024 px on 80 px with a large one', async () => {
    const page = await openDashboard();
    const sizes = async (width: number) => {
      await page.setViewportSize({ width, height: 844 });
      const header = await page.locator('header.top').boundingBox();
      const logo = await page.locator('header.top .brand-link svg:visible').boundingBox();
      return [header?.height, logo?.width, logo?.height];
    };
    for (const width of [320, 390, 1023]) expect(await sizes(width)).toEqual([60, 87, 30]);
    for (const width of [1024, 1440, 3840]) expect(await sizes(width)).toEqual([80, 116, 40]);
  });

  it('begins with a link that skips to the content', async () => {
    const page = await openDashboard();
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    expect(await focused(page)).toBe('Skip to content');
    expect((await skip.boundingBox())?.width).toBeGreaterThan(100);
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).hash).toBe('#main');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.querySelector('main a')?.matches(':focus'))).toBe(true);
  });
});

describe('the notifications drawer', () => {
  const drawerOf = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });

  async function openDrawer(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Notifications' }).click();
    await drawerOf(page).getByRole('listitem').first().waitFor();
  }

  /** What has the focus once the drawer has left the page; a moment later it is what opened it. */
  async function focusedAfterwards(page: Page): Promise<string | null | undefined> {
    if ((await drawerOf(page).count()) > 0) return undefined;
    return page.evaluate(() => document.activeElement?.getAttribute('aria-label')?.split(',')[0]);
  }

  it('closes by Escape, by its cross and by a press beside it, and gives the focus back', async () => {
    const page = await openDashboard();
    await openDrawer(page);
    await page.keyboard.press('Escape');
    await expect.poll(() => focusedAfterwards(page)).toBe('Notifications');
    await openDrawer(page);
    await drawerOf(page).getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => focusedAfterwards(page)).toBe('Notifications');
    await openDrawer(page);
    await page.mouse.click(200, 500);
    await expect.poll(() => focusedAfterwards(page)).toBe('Notifications');
  });

  it('closes by a swipe towards its edge, from 20 px on', async () => {
    const page = await openDashboard({ ...phone, hasTouch: true });
    await openDrawer(page);
    // In its head: a browser takes 15 px for a tap, and in the list a tap would open what was said there.
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

describe('the language', () => {
  it('changes to Arabic and back without losing the page, and is kept', async () => {
    const guardian = 'guardian@demo.test';
    onTestFinished(async () => {
      await runSql("update person set language = 'en-US' where email = $1", [guardian]);
    });
    const page = await openDashboard({ signedInAs: guardian });
    await visit(page, '/logbook/list');
    await expect(page).toShow('/logbook/list', 'Logbook');
    const html = page.locator('html');
    const side = page.locator('nav.side');
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
    await page.locator('.who').click();
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

  it("is the person's own, even where the words of the browser's come late", async () => {
    const page = await openPage({ signedInAs: 'guardian@demo.test', locale: 'ar-SA' });
    const answered = page.waitForResponse('**/api/graphql').then((response) => response.finished());
    await page.route('**/assets/ar-SA-*.js', async (route) => {
      await answered;
      await route.continue();
    });
    await visit(page, dashboard);
    await expect(page).toShow(dashboard, learnerDashboardHeading);
    expect(await page.locator('html').getAttribute('dir')).toBe('ltr');
  });
});
