import type { Page } from 'playwright';
import { expect } from 'vitest';
import { openPage, visit } from '#platform/testing/browser.ts';
import { getLanguageName, type Locale } from '#platform/shared/locale.ts';
import '#test/support/e2e/expect-page.ts';

export const person = 'diver@demo.test';
export const html = (page: Page) => page.locator('html');

/** Opens the settings and resolves once the page has subscribed to changes. */
export async function openSettings(): Promise<Page> {
  const page = await openPage({ signedInAs: person });
  const subscription = page
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framesent', ({ payload }) => String(payload).includes('onUpdateSettings')));
  await Promise.all([subscription, visit(page, '/settings')]);
  await expect(page).toShow('/settings', 'Settings');
  return page;
}

/** The options of the open list; the footer has another list. */
export const options = (page: Page) => page.getByRole('listbox').getByRole('option');

export async function chooseLanguage(page: Page, from: Locale, to: Locale): Promise<void> {
  await page
    .locator('main')
    .getByRole('button', { name: getLanguageName(from) })
    .click();
  await options(page)
    .filter({ hasText: getLanguageName(to) })
    .click();
}

export const saved = (page: Page) => page.locator('main section [data-part=save-state]');
