import type { Page } from 'playwright';
import { openPage, signIn, visit } from '#platform/testing/browser.ts';
import { newPassword } from '#test/support/e2e/new-users.ts';

export const forbidden = /status of 403/;

export async function openAccount(page: Page): Promise<void> {
  await visit(page, '/account');
  await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
  await page.getByRole('heading', { name: 'Signed-in devices' }).waitFor();
}

/** Signs the person in with another browser and resolves once it has subscribed to the end of its session. */
export async function openElsewhere(email: string, userAgent?: string): Promise<Page> {
  const page = await openPage(userAgent === undefined ? {} : { userAgent });
  const subscription = page
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framesent', ({ payload }) => String(payload).includes('onDeleteSession')));
  await Promise.all([subscription, signIn(page, email, newPassword)]);
  return page;
}

export const section = (page: Page, name: string) => page.getByRole('region', { name });
export const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Messages' }).getByText(text);

export async function fillPasswords(
  page: Page,
  values: readonly [old: string, next: string, confirmation: string],
): Promise<void> {
  for (const [index, name] of ['oldPassword', 'newPassword', 'confirmation'].entries())
    await page.locator(`input[name=${name}]`).fill(values[index] ?? '');
  await page.getByRole('button', { name: 'Change password' }).click();
}
