import type { Page } from 'playwright';
import type { PageOptions } from '#platform/testing/browser.ts';

export const phone = { width: 390, height: 844, hasTouch: true } satisfies PageOptions;
export const gone = /status of 410/;
export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
export const child = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

export async function addChild(page: Page): Promise<void> {
  await sendChild(page);
  await child(page, 'Obi Fjord').waitFor();
}

export async function sendChild(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add a child' }).click();
  await field(page, 'First name').fill('Obi');
  await field(page, 'Last name').fill('Fjord');
  await field(page, 'Month').fill('6');
  await field(page, 'Day').fill('1');
  await field(page, 'Year').fill('2016');
  await press(page, 'Add child');
}
