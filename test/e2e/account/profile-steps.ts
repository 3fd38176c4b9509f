import type { Page } from 'playwright';
import { expect } from 'vitest';
import { visit, type PageOptions } from '#platform/testing/browser.ts';
import '#test/support/e2e/expect-page.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';

export const conflict = /status of 409/;

export async function openProfile(options: PageOptions = {}): Promise<Page> {
  const { page } = await openPageAsNewUser(options);
  await visit(page, '/profile');
  await expect(page).toShow('/profile', 'Nora Fjord');
  return page;
}

export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
export const country = (page: Page) => page.getByRole('combobox', { name: 'Country' });
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

export async function choose(page: Page, list: ReturnType<typeof country>, typed: string, name: string): Promise<void> {
  // The click scrolls to the field first, because scrolling closes an open list.
  await list.click();
  await list.fill(typed);
  await page.getByRole('option', { name, exact: true }).click();
}

export async function save(page: Page): Promise<void> {
  await press(page, 'Save changes');
  await page.getByText(/^Saved \d{1,2}:\d\d\s[AP]M$/).waitFor();
}

export async function fillAddress(page: Page): Promise<void> {
  await choose(page, country(page), 'norw', 'Norway');
  await field(page, 'Address').fill('Fjordveien 3');
  await field(page, 'City/town').fill('Bergen');
  await field(page, 'Postal code').fill('5003');
}
