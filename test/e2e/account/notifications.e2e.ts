import type { Page, WebSocketRoute } from 'playwright';
import sharp from 'sharp';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openPage, visit } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { recordFrameTimes } from '#test/support/e2e/frame-times.ts';
import '#test/support/e2e/expect-page.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import {
  readBadge,
  bellButton,
  clearNotifications,
  notificationsDrawer,
  seedFewNotifications,
  seedManyNotifications,
  notificationNames,
  openDashboard,
  openDrawer,
  pressRowAction,
  reader,
  notificationRow,
  notificationRows,
  readTitles,
} from '#test/support/e2e/notifications.ts';
import { removePhotos } from '#test/support/e2e/new-users.ts';
import { swipe } from '#test/support/e2e/swipe.ts';

const [first = '', second = '', third = '', last = ''] = notificationNames;
const refused = /ERR_FAILED/;

async function openFew(options: Parameters<typeof openDashboard>[0] = {}): Promise<Page> {
  await seedFewNotifications();
  const page = await openDashboard(options);
  await openDrawer(page);
  return page;
}

/** The server cannot be reached for one kind of call. */
async function refuse(page: Page, call: string): Promise<void> {
  await page.route('**/api/graphql', (route) =>
    route.request().postData()?.includes(call) ? route.abort() : route.continue(),
  );
}

const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent?.trim();
  });

beforeEach(clearNotifications);

describe('the drawer', () => {
  it('shows what is of today, of yesterday and of before, and what is unread', async () => {
    const page = await openFew();
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
      /Unread[\s\S]*link "Photo not approved"[\s\S]*Said of[\s\S]*\d\d:\d\d/,
    );
    const described = await notificationRow(page, first).getByRole('link').getAttribute('aria-describedby');
    const heard = (described ?? '').split(' ').map((id) => page.locator(`[id="${id}"]`).innerText());
    expect(await Promise.all(heard)).toEqual(['Unread', `Said of ${first}`, expect.stringMatching(/^\d\d:\d\d$/)]);
  });

  it('marks one as read, as unread again, and all as read', async () => {
    const page = await openFew();
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
    await page.getByText('Nothing needs you').waitFor();
    await expect.poll(() => readBadge(page)).toBe('');
    expect(await all.getAttribute('aria-disabled')).toBe('true');
    expect(await focused(page)).toBe('Mark all as read');
    await page.reload();
    await openDrawer(page);
    expect(await page.locator('.note.unread').count()).toBe(0);
  });

  it('deletes one and has it back', async () => {
    const page = await openFew();
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

  it('puts right what the server did not take, and says so', async () => {
    const page = await openFew({ expectedProblems: [refused] });
    const failed = page.getByText('Something went wrong').last();
    await refuse(page, 'deleteNotification');
    await pressRowAction(page, first, 'Delete');
    await failed.waitFor();
    await expect.poll(() => readTitles(page)).toEqual(notificationNames);
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    await page.unroute('**/api/graphql');

    await refuse(page, 'updateNotification');
    await pressRowAction(page, first, 'Mark as read');
    await expect.poll(() => page.locator('.toast').count()).toBe(2);
    await notificationRow(page, first).getByRole('button', { name: 'Mark as read' }).waitFor();
    await page.unroute('**/api/graphql');

    await refuse(page, 'readAllNotifications');
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await expect.poll(() => page.locator('.toast').count()).toBe(3);
    await expect.poll(() => page.locator('.note.unread').count()).toBe(2);
    expect(await readBadge(page)).toBe('2');
  });

  it('follows one: reads it, closes and goes there', async () => {
    const page = await openFew();
    await notificationRow(page, first).click();
    await expect(page).toShow('/profile', 'Jonas Weber');
    await notificationsDrawer(page).waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('Jonas Weber');
    await expect.poll(() => readBadge(page)).toBe('1');
    await openDrawer(page);
    await notificationRow(page, first).hover();
    await notificationRow(page, first).getByRole('button', { name: 'Mark as unread' }).waitFor();
  });

  it('is worked by the keyboard alone, and the focus is never lost', async () => {
    const page = await openFew();
    const link = (name: string) => notificationRow(page, name).getByRole('link');
    await page.getByRole('tab', { name: 'All' }).focus();
    for (const expected of [first, 'Mark as read', 'Delete', second]) {
      await page.keyboard.press('Tab');
      expect(await focused(page)).toBe(expected);
    }
    const actions = notificationRow(page, second).locator('.note-acts');
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
    await page.getByText('Nothing needs you').waitFor();
    expect(await focused(page)).toMatch(/^All/);
  });

  it('speaks the language that was chosen', async () => {
    onTestFinished(async () => {
      await runSql("update person set language = 'en-US' where email = $1", [reader.email]);
    });
    const page = await openFew();
    await page.keyboard.press('Escape');
    await notificationsDrawer(page).waitFor({ state: 'detached' });
    await page.locator('footer select').selectOption('ar-SA');
    await expect.poll(() => page.locator('html').getAttribute('dir')).toBe('rtl');
    await openDrawer(page);
    // Told in the words of the server now, no longer in those it was first told in.
    await expect.poll(() => notificationRows(page).first().locator('p').innerText()).not.toContain('Said of');
    await expect.poll(async () => (await notificationsDrawer(page).boundingBox())?.x).toBe(0);
    expect((await notificationRows(page).first().locator('.disc').boundingBox())?.x).toBeGreaterThan(350);
    await checkAppearance(page);
  });

  it('looks right', async () => {
    const page = await openFew();
    await pressRowAction(page, third, 'Delete');
    await page.locator('.toast').waitFor();
    await checkAppearance(page);
    expect((await notificationsDrawer(page).boundingBox())?.width).toBe(440);
  });
});

describe('on a phone', () => {
  const phone = { width: 390, height: 844, hasTouch: true };

  async function centreOf(page: Page, index: number): Promise<{ x: number; y: number }> {
    const box = await notificationRows(page).nth(index).boundingBox();
    if (box === null) throw new Error(`there is no row ${index}`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  it('a swipe to the start deletes, from 20 px on, and leaves the drawer open', async () => {
    const page = await openFew(phone);
    await swipe(page, await centreOf(page, 1), -15);
    expect(await readTitles(page)).toEqual(notificationNames);
    await swipe(page, await centreOf(page, 1), -21);
    await expect.poll(() => readTitles(page)).toEqual([first, third, last]);
    expect(await notificationsDrawer(page).isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Undo' }).tap();
    await expect.poll(() => readTitles(page)).toEqual(notificationNames);
    await swipe(page, await centreOf(page, 1), 60);
    await notificationsDrawer(page).waitFor({ state: 'detached' });
  });

  it('from right to left it is the other way round', async () => {
    await runSql("update person set language = 'ar-SA' where email = $1", [reader.email]);
    onTestFinished(async () => {
      await runSql("update person set language = 'en-US' where email = $1", [reader.email]);
    });
    const page = await openFew(phone);
    await swipe(page, await centreOf(page, 1), 60);
    await expect.poll(() => notificationRows(page).count()).toBe(3);
    expect(await notificationsDrawer(page).isVisible()).toBe(true);
    await swipe(page, await centreOf(page, 0), -60);
    await notificationsDrawer(page).waitFor({ state: 'detached' });
  });
});

describe('two browsers of the same person', () => {
  it('see each other’s reads and deletions', async () => {
    const here = await openFew();
    const there = await openDashboard();
    const aside = await openDashboard();
    await openDrawer(there);
    await pressRowAction(here, first, 'Mark as read');
    await notificationRow(there, first).locator('.note:not(.unread)').waitFor();
    await notificationRow(there, third).getByRole('link').focus();
    await pressRowAction(here, third, 'Delete');
    await expect.poll(() => readTitles(there)).toEqual([first, second, last]);
    expect(await focused(there)).toBe(last);
    await here.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => readTitles(there)).toEqual(notificationNames);
    await here.getByRole('button', { name: 'Mark all as read' }).click();
    const at = performance.now();
    for (const page of [there, aside]) await expect.poll(() => readBadge(page), { interval: 20 }).toBe('');
    expect(performance.now() - at).toBeLessThan(1_000);
    await expect.poll(() => there.locator('.note.unread').count()).toBe(0);
  });

  it('have the same list after one of them was away', async () => {
    const here = await openFew();
    const there = await openPage({ signedInAs: reader.email, losesNetwork: true });
    let isAway = false;
    const sockets = new Set<WebSocketRoute>();
    await there.routeWebSocket('**/api/graphql', async (socket) => {
      if (isAway) return void socket.close();
      sockets.add(socket);
      socket.connectToServer();
    });
    await visit(there, '/training/dashboard');
    await openDrawer(there);
    isAway = true;
    await there.context().setOffline(true);
    for (const socket of sockets) await socket.close();
    await there.evaluate(() => fetch('/api/graphql').catch(() => undefined));
    await pressRowAction(here, first, 'Delete');
    await pressRowAction(here, second, 'Mark as read');
    await pressRowAction(here, last, 'Mark as unread');
    await expect.poll(() => readBadge(here)).toBe('1');
    expect(await readTitles(there)).toEqual(notificationNames);
    isAway = false;
    await there.context().setOffline(false);
    await expect.poll(() => readTitles(there)).toEqual([second, third, last]);
    await expect.poll(() => there.locator('.note.unread b').allInnerTexts()).toEqual([last]);
    await expect.poll(() => readBadge(there)).toBe('1');
  });
});

describe('a decision at the desk', () => {
  it('is in every open tab within a second, and is announced', async () => {
    onTestFinished(removePhotos);
    const page = await openDashboard();
    const other = await openDashboard();
    await uploadPhoto(page);
    await bellButton(other).click();
    await other.getByText('Nothing needs you').waitFor();
    const desk = await openPage({ signedInAs: 'staff@demo.test' });
    await visit(desk, '/desk/photos');
    await desk.getByRole('img', { name: 'Photo of Jonas Weber' }).waitFor();
    const decided = desk.waitForResponse('**/decision');
    await desk.getByRole('button', { name: 'Approve' }).click();
    await decided;
    const at = performance.now();
    for (const tab of [page, other]) await expect.poll(() => readBadge(tab), { interval: 20 }).toBe('1');
    expect(performance.now() - at).toBeLessThan(1_000);
    await expect.poll(() => readTitles(other)).toEqual(['Photo approved']);
    for (const tab of [page, other]) {
      const region = tab.locator('[aria-live=polite][data-live-announcer]');
      expect(await region.innerText()).toBe('New notification: Photo approved');
      expect(await region.evaluate((element) => element.closest('[aria-hidden=true], [inert]'))).toBe(null);
    }
  });

  async function uploadPhoto(page: Page): Promise<void> {
    const photo = sharp({ create: { width: 800, height: 800, channels: 3, background: '#08f' } }).jpeg();
    await visit(page, '/profile');
    await page.locator('input[type=file]:not([capture])').setInputFiles({
      name: 'me.jpg',
      mimeType: 'image/jpeg',
      buffer: await photo.toBuffer(),
    });
    await page.getByRole('button', { name: 'Save the photo', disabled: false }).click();
    await page.getByText('Waiting for approval').waitFor();
  }
});

describe('ten thousand', () => {
  const scrolledTo = (page: Page) => page.evaluate(() => document.querySelector('.drawer-body')?.scrollTop ?? 0);
  /** The numbers of those that can be seen, and where the first of them stands. */
  const seen = (page: Page) =>
    page.evaluate(() => {
      const body = document.querySelector('.drawer-body')?.getBoundingClientRect();
      return [...document.querySelectorAll('.note-line')]
        .map((row) => ({
          box: row.getBoundingClientRect(),
          number: Number(row.querySelector('b')?.textContent.slice(5)),
        }))
        .filter(({ box }) => body !== undefined && box.bottom > body.top && box.top < body.bottom)
        .map(({ box, number }) => ({ number, y: Math.round(box.y) }));
    });

  it('scroll smoothly, load as one scrolls without a jump, and keep the page small', async () => {
    await seedManyNotifications(10_000);
    const page = await openDashboard();
    await openDrawer(page);
    await notificationRow(page, 'Note 1').getByRole('link').focus();
    const framesSoFar = await recordFrameTimes(page);
    await page.mouse.move(1_200, 500);
    let most = 0;
    const passed = new Set<number>();
    for (;;) {
      const rows = await seen(page);
      for (const { number } of rows) passed.add(number);
      expect(rows.map(({ number }) => number)).toEqual(rows.map((_row, index) => (rows[0]?.number ?? 0) + index));
      most = Math.max(most, await page.locator('.note-list > li').count());
      if ((await scrolledTo(page)) >= 20_000) break;
      await page.mouse.wheel(0, 250);
    }
    expect(most).toBeLessThan(60);
    expect(passed.size).toBeGreaterThan(200);
    expect(passed.size).toBe(Math.max(...passed));
    const frames = await framesSoFar();
    const slow = frames.filter((frame) => frame > 50);
    expect(slow.length).toBeLessThan(frames.length / 4);
    // The one that has the focus is still there, far above.
    expect(await focused(page)).toBe('Note 1');
  });

  it('stay where they are when something comes above them', async () => {
    await seedManyNotifications(300);
    const page = await openDashboard();
    const other = await openDashboard();
    await openDrawer(page);
    await openDrawer(other);
    await page.mouse.move(1_200, 500);
    await page.mouse.wheel(0, 1_500);
    await expect.poll(() => scrolledTo(page)).toBeGreaterThan(1_490);
    const former = await seen(page);
    await pressRowAction(other, 'Note 1', 'Delete');
    await expect.poll(() => scrolledTo(page)).toBeLessThan(1_450);
    expect(await seen(page)).toEqual(former);
    await other.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => scrolledTo(page)).toBeGreaterThan(1_450);
    expect((await seen(page)).map(({ number }) => number)).toEqual(former.map(({ number }) => number));
  });
});
