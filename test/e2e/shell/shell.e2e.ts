import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { openPage, signIn } from '#platform/testing/browser.ts';
import { learnerDashboardHeading } from '#test/support/e2e/new-users.ts';
import { dashboard, openDashboard, focused, drawerOf, openDrawer } from './shell-steps.ts';

describe('sidebar', () => {
  it('navigates without a page load', async () => {
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

describe('user menu', () => {
  it('signs out', async () => {
    const page = await openPage();
    await signIn(page, 'staff@demo.test');
    await page.getByRole('button', { name: 'Priya Raman, account menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('__Host-session');
  });
});

describe('header', () => {
  it('starts with a skip link', async () => {
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

describe('notifications drawer', () => {
  /** The focused element after the drawer was removed. Focus returns to the opener with a delay. */
  async function focusedAfterwards(page: Page): Promise<string | null | undefined> {
    if ((await drawerOf(page).count()) > 0) return undefined;
    return page.evaluate(() => document.activeElement?.getAttribute('aria-label')?.split(',')[0]);
  }

  it('closes by Escape, close button and outside press, and restores focus', async () => {
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
});
