import type { Page } from 'playwright';
import { openPage, visit, type PageOptions } from '../src/platform/testing/browser.ts';
import { runSql } from './database.ts';

/** The headline of a learner’s dashboard says where they stand, whatever other tests have learned meanwhile. */
export const standing = /^(?!Welcome, )\S/;
export const newPassword = 'Sea-Urchin-7';
let people = 0;

/** Somebody of their own for a test that changes how one signs in, or whether one stays. */
export async function openPageOfSomebodyNew(options: PageOptions = {}): Promise<{ page: Page; email: string }> {
  people += 1;
  const email = `somebody-${process.pid}-${people}@example.test`;
  // All of them come from one address, which may make only so many accounts in an hour.
  await runSql('delete from rate_counter');
  const page = await openPage(options);
  await visit(page, '/login/sign-up/diver');
  await page.getByLabel('First name').fill('Nora');
  await page.getByLabel('Last name').fill('Fjord');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(newPassword);
  await page.getByLabel('Day').fill('9');
  await page.getByLabel('Month').fill('4');
  await page.getByLabel('Year').fill('1991');
  await page.getByLabel('I accept the terms').check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/training/dashboard');
  await page.locator('main h1').waitFor();
  return { page, email };
}
