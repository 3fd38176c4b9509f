import type { Page } from 'playwright';
import sharp from 'sharp';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openPage, visit } from '#platform/testing/browser.ts';
import {
  readBadge,
  bellButton,
  clearNotifications,
  openDashboard,
  readTitles,
} from '#test/support/e2e/notifications.ts';
import { removePhotos } from '#test/support/e2e/new-users.ts';

beforeEach(clearNotifications);

describe('decision at the desk', () => {
  it('reaches every open tab and is announced', async () => {
    onTestFinished(removePhotos);
    const page = await openDashboard();
    const other = await openDashboard();
    await uploadPhoto(page);
    await bellButton(other).click();
    await other.getByText('You’re all caught up').waitFor();
    const desk = await openPage({ signedInAs: 'staff@demo.test' });
    await visit(desk, '/desk/photos');
    await desk.getByRole('main').getByText('Jonas Weber').first().click();
    await desk.getByRole('img', { name: 'Photo of Jonas Weber' }).waitFor();
    const decided = desk.waitForResponse('**/decision');
    await desk.getByRole('button', { name: 'Approve' }).click();
    await decided;
    for (const tab of [page, other]) await expect.poll(() => readBadge(tab)).toBe('1');
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
    await page.getByRole('button', { name: 'Save photo', disabled: false }).click();
    await page.getByText('Pending approval').waitFor();
  }
});
