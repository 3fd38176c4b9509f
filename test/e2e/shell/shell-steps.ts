import type { Page } from 'playwright';
import type { PageOptions } from '#platform/testing/browser.ts';
import { learnerDashboardHeading } from '#test/support/e2e/new-users.ts';
import { openAt } from '#test/support/e2e/open-at.ts';

export const dashboard = '/training/dashboard';
const diver = 'diver@demo.test';
export const phone = { width: 390, height: 844 };

export const links = [
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

export const openDashboard = (options: PageOptions = {}) =>
  openAt(dashboard, { signedInAs: diver, hasMotion: true, ...options });

export const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim());

export const drawerOf = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });

export async function openDrawer(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Notifications' }).click();
  await drawerOf(page).getByRole('listitem').first().waitFor();
}
