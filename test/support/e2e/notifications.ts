import type { Locator, Page } from 'playwright';
import { openPage, type PageOptions, visit } from '#platform/testing/browser.ts';
import { runSql } from './database.ts';

/** The person of the notification tests. No other test uses their notifications. */
export const reader = { email: 'student@demo.test', affiliateId: 400_002 };

const day = 24 * 60;
/** Two unread from today, one from yesterday and an older one. */
const fewNotifications = [
  { name: 'Photo not approved', kind: 'account.photo_rejected', minutesAgo: 0, read: false },
  { name: 'Passkey removed', kind: 'account.passkey_removed', minutesAgo: 0, read: false },
  { name: 'Password changed', kind: 'account.password_changed', minutesAgo: day, read: true },
  { name: 'Account deletion canceled', kind: 'account.deletion_cancelled', minutesAgo: 9 * day, read: true },
];
export const notificationNames = fewNotifications.map(({ name }) => name);

export async function clearNotifications(): Promise<void> {
  await runSql('delete from notification where affiliate_id = $1', [reader.affiliateId]);
}

export async function seedFewNotifications(): Promise<void> {
  await runSql(
    `insert into notification (affiliate_id, timestamp, read, name, url, message, kind, values, locale)
     select $1, now() - "minutesAgo" * interval '1 minute' - ordinality * interval '1 ms', read, name, '/profile',
       'Said of ' || name, kind, '{"person": "Jonas Weber", "whose": "you", "reason": "Too dark.", "passkey": "Old phone"}', 'en-US'
     from rows from (json_to_recordset($2::json) as ("minutesAgo" int, read boolean, name text, kind text))
       with ordinality as few ("minutesAgo", read, name, kind, ordinality)`,
    [reader.affiliateId, JSON.stringify(fewNotifications)],
  );
}

/** Inserts old notifications of different lengths, "Note 1" being the newest. Every seventh is unread. */
export async function seedManyNotifications(count: number): Promise<void> {
  await runSql(
    `insert into notification (affiliate_id, timestamp, read, name, url, message, kind, locale)
     select $1, now() - interval '3 days' - number * interval '1 minute', number % 7 <> 0, 'Note ' || number,
       '/profile', repeat('Something happened at the bay. ', 1 + number % 4), 'account.photo_approved', 'en-US'
     from generate_series(1, $2::int) as number`,
    [reader.affiliateId, count],
  );
}

export async function openDashboard(options: PageOptions = {}): Promise<Page> {
  const page = await openPage({ signedInAs: reader.email, ...options });
  const isLive = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'));
  await visit(page, '/training/dashboard');
  await page.locator('main h1').waitFor();
  await isLive;
  return page;
}

export const bellButton = (page: Page) => page.locator('[data-part=bell]');
export const readBadge = async (page: Page) => (await bellButton(page).innerText()).trim();
export const notificationsDrawer = (page: Page) => page.locator('[data-part=drawer]');
export const notificationRows = (page: Page) => page.locator('[data-part=note-line]');
export const notificationRow = (page: Page, name: string): Locator =>
  notificationRows(page).filter({ has: page.getByText(name, { exact: true }) });
export const readTitles = (page: Page) => page.locator('[data-part=note-line] b').allInnerTexts();

export async function openDrawer(page: Page): Promise<void> {
  await bellButton(page).click();
  await notificationRows(page).first().waitFor();
}

export async function pressRowAction(page: Page, name: string, action: string): Promise<void> {
  await notificationRow(page, name).hover();
  await notificationRow(page, name).getByRole('button', { name: action }).click();
}
