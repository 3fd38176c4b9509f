import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { visit } from '#platform/testing/browser.ts';
import { countWhenLoaded } from '#test/support/e2e/count-when-loaded.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';
import '#test/support/e2e/expect-page.ts';

const path = '/preferences/notifications';
const groupSwitch = (page: Page) => page.getByRole('switch', { name: 'Learning', exact: true });
const customize = (page: Page) => page.locator('summary', { hasText: 'Customize: Learning' });

async function reload(page: Page): Promise<void> {
  await page.reload();
  await expect(page).toShow(path, 'Notifications');
  await groupSwitch(page).waitFor();
}

describe('notification choices', () => {
  it('turn a group off and on, and keep a single choice after a reload', async () => {
    const { page } = await openPageAsNewUser();
    await visit(page, path);
    await expect(page).toShow(path, 'Notifications');
    // The single choices are hidden once the group is stored as off.
    await groupSwitch(page).click();
    await customize(page).waitFor({ state: 'detached' });
    await reload(page);
    expect(await groupSwitch(page).isChecked()).toBe(false);
    expect(await countWhenLoaded(customize(page))).toBe(0);
    await groupSwitch(page).click();
    await customize(page).click();
    expect(await groupSwitch(page).isChecked()).toBe(true);

    const choice = (channel: string) => page.getByRole('switch', { name: `Skills signed off: ${channel}` });
    expect(await choice('Email').isChecked()).toBe(true);
    const isStored = page.waitForResponse(
      (response) => response.request().postData()?.includes('updateNotificationChoice') === true,
    );
    await choice('Email').click();
    await isStored;
    await reload(page);
    await customize(page).click();
    expect(await choice('Email').isChecked()).toBe(false);
    expect(await choice('Portal').isChecked()).toBe(true);
    expect(await groupSwitch(page).isChecked()).toBe(true);
  });
});
