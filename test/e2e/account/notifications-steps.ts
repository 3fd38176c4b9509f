import type { Page } from 'playwright';
import { seedFewNotifications, notificationNames, openDashboard, openDrawer } from '#test/support/e2e/notifications.ts';

export const [first = '', second = '', third = '', last = ''] = notificationNames;

export async function openFew(options: Parameters<typeof openDashboard>[0] = {}): Promise<Page> {
  await seedFewNotifications();
  const page = await openDashboard(options);
  await openDrawer(page);
  return page;
}

export const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent?.trim();
  });
