import type { Page, WebSocketRoute } from 'playwright';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openPage, visit } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { maxScrollStepMs, measureMainThread } from '#test/support/e2e/main-thread-time.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import {
  bellButton,
  clearNotifications,
  notificationNames,
  notificationRow,
  notificationRows,
  notificationsDrawer,
  openDashboard,
  openDrawer,
  pressRowAction,
  readBadge,
  reader,
  readTitles,
  seedFewNotifications,
  seedManyNotifications,
} from '#test/support/e2e/notifications.ts';
import { swipe } from '#test/support/e2e/swipe.ts';
import '#test/support/e2e/expect-page.ts';

const [first = '', second = '', third = '', last = ''] = notificationNames;

async function openFewNotifications(options: Parameters<typeof openDashboard>[0] = {}): Promise<Page> {
  await seedFewNotifications();
  const page = await openDashboard(options);
  await openDrawer(page);
  return page;
}

const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent?.trim();
  });

const aborted = /ERR_FAILED/;

async function abortRequests(page: Page, operation: string): Promise<void> {
  await page.route('**/api/graphql', (route) =>
    route.request().postData()?.includes(operation) ? route.abort() : route.continue(),
  );
}

beforeEach(clearNotifications);

describe('drawer', () => {
  it('deletes one and restores it', async () => {
    const page = await openFewNotifications();
    await pressRowAction(page, first, 'Delete');
    await expect.poll(() => readTitles(page)).toEqual([second, third, last]);
    await expect.poll(() => readBadge(page)).toBe('1');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => readTitles(page)).toEqual(notificationNames);
    await expect.poll(() => readBadge(page)).toBe('2');
    expect(await focused(page)).toBe(second);
    await page.reload();
    await openDrawer(page);
    expect(await readTitles(page)).toEqual(notificationNames);
  });

  it('reverts a change that the server rejected and shows an error', async () => {
    const page = await openFewNotifications({ expectedProblems: [aborted] });
    const failed = page.getByText('Something went wrong').last();
    await abortRequests(page, 'deleteNotification');
    await pressRowAction(page, first, 'Delete');
    await failed.waitFor();
    await expect.poll(() => readTitles(page)).toEqual(notificationNames);
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    await page.unroute('**/api/graphql');

    await abortRequests(page, 'updateNotification');
    await pressRowAction(page, first, 'Mark as read');
    await expect.poll(() => page.locator('[data-part=toast]').count()).toBe(2);
    await notificationRow(page, first).getByRole('button', { name: 'Mark as read' }).waitFor();
    await page.unroute('**/api/graphql');

    await abortRequests(page, 'readAllNotifications');
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await expect.poll(() => page.locator('[data-part=toast]').count()).toBe(3);
    await expect.poll(() => page.locator('[data-part=note][data-unread]').count()).toBe(2);
    expect(await readBadge(page)).toBe('2');
  });

  it('works with the keyboard and never loses focus', async () => {
    const page = await openFewNotifications();
    const link = (name: string) => notificationRow(page, name).getByRole('link');
    await page.getByRole('tab', { name: 'All' }).focus();
    for (const expected of [first, 'Mark as read', 'Delete', second]) {
      await page.keyboard.press('Tab');
      expect(await focused(page)).toBe(expected);
    }
    const actions = notificationRow(page, second).locator('[data-part=note-actions]');
    expect(await actions.evaluate((element) => getComputedStyle(element).opacity)).toBe('1');
    await page.keyboard.press('Delete');
    await expect.poll(() => readTitles(page)).toEqual([first, third, last]);
    expect(await focused(page)).toBe(third);
    await page.keyboard.press('Control+z');
    await expect.poll(() => readTitles(page)).toEqual(notificationNames);
    expect(await focused(page)).toBe(third);

    await link(last).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => readTitles(page)).toEqual([first, second, third]);
    expect(await focused(page)).toBe(third);
    for (const left of [2, 1, 0]) {
      await page.keyboard.press('Delete');
      await expect.poll(() => notificationRows(page).count()).toBe(left);
    }
    await page.getByText('You’re all caught up').waitFor();
    expect(await focused(page)).toMatch(/^All/);
  });

  it('uses the chosen language', async () => {
    onTestFinished(async () => {
      await runSql("update person set language = 'en-US' where email = $1", [reader.email]);
    });
    const page = await openFewNotifications();
    await page.keyboard.press('Escape');
    await notificationsDrawer(page).waitFor({ state: 'detached' });
    await page.locator('footer select').selectOption('ar-SA');
    await expect.poll(() => page.locator('html').getAttribute('dir')).toBe('rtl');
    await openDrawer(page);
    // The text is now in the new language.
    await expect.poll(() => notificationRows(page).first().locator('p').innerText()).not.toContain('Said of');
    await expect.poll(async () => (await notificationsDrawer(page).boundingBox())?.x).toBe(0);
    expect((await notificationRows(page).first().locator('[data-part=disc]').boundingBox())?.x).toBeGreaterThan(350);
    await checkAppearance(page);
  });

  it('has no layout problems', async () => {
    const page = await openFewNotifications();
    await pressRowAction(page, third, 'Delete');
    await page.locator('[data-part=toast]').waitFor();
    await checkAppearance(page);
    expect((await notificationsDrawer(page).boundingBox())?.width).toBe(440);
  });

  it('groups notifications by day and marks unread ones', async () => {
    const page = await openFewNotifications();
    expect(await notificationsDrawer(page).getByRole('listitem').allInnerTexts()).toEqual([
      'Today',
      expect.stringContaining(first),
      expect.stringContaining(second),
      'Yesterday',
      expect.stringContaining(third),
      'Older',
      expect.stringContaining(last),
    ]);
    await expect.poll(() => readBadge(page)).toBe('2');
    expect(await bellButton(page).getAttribute('aria-label')).toBe('Notifications, 2 unread');
    await expect.poll(() => page.getByRole('tab').allInnerTexts()).toEqual(['All', 'Unread\n2']);
    await page.getByRole('tab', { name: 'Unread' }).click();
    await expect.poll(() => readTitles(page)).toEqual([first, second]);
    expect(await notificationRow(page, first).ariaSnapshot()).toMatch(
      /Unread[\s\S]*link "Photo not approved"[\s\S]*Said of[\s\S]*\d{1,2}:\d\d\s[AP]M/,
    );
    const described = await notificationRow(page, first).getByRole('link').getAttribute('aria-describedby');
    const announcements = (described ?? '').split(' ').map((id) => page.locator(`[id="${id}"]`).innerText());
    expect(await Promise.all(announcements)).toEqual([
      'Unread',
      `Said of ${first}`,
      expect.stringMatching(/^\d{1,2}:\d\d\s[AP]M$/),
    ]);
  });

  it('marks one as read, as unread and all as read', async () => {
    const page = await openFewNotifications();
    await pressRowAction(page, second, 'Mark as read');
    await expect.poll(() => readBadge(page)).toBe('1');
    await pressRowAction(page, second, 'Mark as unread');
    await expect.poll(() => readBadge(page)).toBe('2');
    await page.getByRole('tab', { name: 'Unread' }).click();
    await pressRowAction(page, second, 'Mark as read');
    await expect.poll(() => readTitles(page)).toEqual([first]);
    const all = page.getByRole('button', { name: 'Mark all as read' });
    await all.focus();
    await page.keyboard.press('Enter');
    await page.getByText('You’re all caught up').waitFor();
    await expect.poll(() => readBadge(page)).toBe('');
    expect(await all.getAttribute('aria-disabled')).toBe('true');
    expect(await focused(page)).toBe('Mark all as read');
    await page.reload();
    await openDrawer(page);
    expect(await page.locator('[data-part=note][data-unread]').count()).toBe(0);
  });

  it('opens a notification: marks it as read, closes the drawer and navigates', async () => {
    const page = await openFewNotifications();
    await notificationRow(page, first).click();
    await expect(page).toShow('/profile', 'Jonas Weber');
    await notificationsDrawer(page).waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('Jonas Weber');
    await expect.poll(() => readBadge(page)).toBe('1');
    await openDrawer(page);
    await notificationRow(page, first).hover();
    await notificationRow(page, first).getByRole('button', { name: 'Mark as unread' }).waitFor();
  });
});

describe('on a phone', () => {
  const phone = { width: 390, height: 844, hasTouch: true };

  async function centerOf(page: Page, index: number): Promise<{ x: number; y: number }> {
    const box = await notificationRows(page).nth(index).boundingBox();
    if (box === null) throw new Error(`row ${index} not found`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  it('deletes on a swipe of 20 px to the start and keeps the drawer open', async () => {
    const page = await openFewNotifications(phone);
    await swipe(page, await centerOf(page, 1), -15);
    expect(await readTitles(page)).toEqual(notificationNames);
    await swipe(page, await centerOf(page, 1), -21);
    await expect.poll(() => readTitles(page)).toEqual([first, third, last]);
    expect(await notificationsDrawer(page).isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Undo' }).tap();
    await expect.poll(() => readTitles(page)).toEqual(notificationNames);
    await swipe(page, await centerOf(page, 1), 60);
    await notificationsDrawer(page).waitFor({ state: 'detached' });
  });

  it('mirrors the swipe from right to left', async () => {
    await runSql("update person set language = 'ar-SA' where email = $1", [reader.email]);
    onTestFinished(async () => {
      await runSql("update person set language = 'en-US' where email = $1", [reader.email]);
    });
    const page = await openFewNotifications(phone);
    await swipe(page, await centerOf(page, 1), 60);
    await expect.poll(() => notificationRows(page).count()).toBe(3);
    expect(await notificationsDrawer(page).isVisible()).toBe(true);
    await swipe(page, await centerOf(page, 0), -60);
    await notificationsDrawer(page).waitFor({ state: 'detached' });
  });
});

describe('two browsers of one person', () => {
  it('synchronize read marks and deletions', async () => {
    const here = await openFewNotifications();
    const there = await openDashboard();
    const aside = await openDashboard();
    await openDrawer(there);
    await pressRowAction(here, first, 'Mark as read');
    await notificationRow(there, first).locator('[data-part=note]:not([data-unread])').waitFor();
    await notificationRow(there, third).getByRole('link').focus();
    await pressRowAction(here, third, 'Delete');
    await expect.poll(() => readTitles(there)).toEqual([first, second, last]);
    expect(await focused(there)).toBe(last);
    await here.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => readTitles(there)).toEqual(notificationNames);
    await here.getByRole('button', { name: 'Mark all as read' }).click();
    for (const page of [there, aside]) await expect.poll(() => readBadge(page)).toBe('');
    await expect.poll(() => there.locator('[data-part=note][data-unread]').count()).toBe(0);
  });

  it('synchronize after one was offline', async () => {
    const here = await openFewNotifications();
    const there = await openPage({ signedInAs: reader.email, losesNetwork: true });
    let isOffline = false;
    const sockets = new Set<WebSocketRoute>();
    await there.routeWebSocket('**/api/graphql', async (socket) => {
      if (isOffline) return void socket.close();
      sockets.add(socket);
      socket.connectToServer();
    });
    await visit(there, '/training/dashboard');
    await openDrawer(there);
    isOffline = true;
    await there.context().setOffline(true);
    for (const socket of sockets) await socket.close();
    await there.evaluate(() => fetch('/api/graphql').catch(() => undefined));
    await pressRowAction(here, first, 'Delete');
    await pressRowAction(here, second, 'Mark as read');
    await pressRowAction(here, last, 'Mark as unread');
    await expect.poll(() => readBadge(here)).toBe('1');
    expect(await readTitles(there)).toEqual(notificationNames);
    isOffline = false;
    await there.context().setOffline(false);
    await expect.poll(() => readTitles(there)).toEqual([second, third, last]);
    await expect.poll(() => there.locator('[data-part=note][data-unread] b').allInnerTexts()).toEqual([last]);
    await expect.poll(() => readBadge(there)).toBe('1');
  });
});

describe('10,000 notifications', () => {
  const readScrollTop = (page: Page) =>
    page.evaluate(() => document.querySelector('[data-part=drawer-body]')?.scrollTop ?? 0);

  const readVisibleRows = (page: Page) =>
    page.evaluate(() => {
      const body = document.querySelector('[data-part=drawer-body]')?.getBoundingClientRect();
      return [...document.querySelectorAll('[data-part=note-line]')]
        .map((row) => ({
          box: row.getBoundingClientRect(),
          number: Number(row.querySelector('b')?.textContent.slice(5)),
        }))
        .filter(({ box }) => body !== undefined && box.bottom > body.top && box.top < body.bottom)
        .map(({ box, number }) => ({ number, y: Math.round(box.y) }));
    });

  it('scroll smoothly, load without jumps and keep the DOM small', async () => {
    await seedManyNotifications(10_000);
    const page = await openDashboard();
    await openDrawer(page);
    await notificationRow(page, 'Note 1').getByRole('link').focus();
    const readTime = await measureMainThread(page);
    let steps = 0;
    await page.mouse.move(1_200, 500);
    let maxRows = 0;
    const seenNumbers = new Set<number>();
    for (;;) {
      const rows = await readVisibleRows(page);
      for (const { number } of rows) seenNumbers.add(number);
      expect(rows.map(({ number }) => number)).toEqual(rows.map((_row, index) => (rows[0]?.number ?? 0) + index));
      maxRows = Math.max(maxRows, await page.locator('li:has([data-part=note])').count());
      if ((await readScrollTop(page)) >= 20_000) break;
      await page.mouse.wheel(0, 250);
      steps++;
    }
    expect(maxRows).toBeLessThan(60);
    expect(seenNumbers.size).toBeGreaterThan(200);
    expect(seenNumbers.size).toBe(Math.max(...seenNumbers));
    expect((await readTime()) / steps).toBeLessThan(maxScrollStepMs);
    // The focused row stays in the DOM although it is far above.
    expect(await focused(page)).toBe('Note 1');
  });

  it('keep their position when a row above is deleted and restored', async () => {
    await seedManyNotifications(300);
    const page = await openDashboard();
    const other = await openDashboard();
    await openDrawer(page);
    await openDrawer(other);
    await page.mouse.move(1_200, 500);
    await page.mouse.wheel(0, 1_500);
    await expect.poll(() => readScrollTop(page)).toBeGreaterThan(1_490);
    const former = await readVisibleRows(page);
    await pressRowAction(other, 'Note 1', 'Delete');
    await expect.poll(() => readScrollTop(page)).toBeLessThan(1_450);
    expect(await readVisibleRows(page)).toEqual(former);
    await other.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => readScrollTop(page)).toBeGreaterThan(1_450);
    expect((await readVisibleRows(page)).map(({ number }) => number)).toEqual(former.map(({ number }) => number));
  });
});
