import type { Page } from 'playwright';
import { visit, type PageOptions } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';

export const createPath = '/logbook/log-dive/recreational/create';
export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
export const place = (page: Page) => page.getByRole('combobox', { name: 'Location' });
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
export const expand = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
export const focused = (page: Page) => page.evaluate(() => document.activeElement?.id);
export const errorMessage = (page: Page, text: string) => page.locator('[data-part=message]', { hasText: text });
export const state = (page: Page) => page.locator('[data-part=save-state]:visible');

export const isSaved = (page: Page) =>
  state(page)
    .getByText(/^Saved \d/)
    .waitFor();

export const valueOf = (page: Page, name: string) => field(page, name).inputValue();

export async function chooseType(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /Dive type/ }).click();
  await page.getByRole('option', { name, exact: true }).click();
}

export async function openForm(options: PageOptions & { unit?: string; language?: string } = {}) {
  const { unit = 'Metric', language = 'en-US', ...rest } = options;
  const { page, email } = await openPageAsNewUser(rest);
  await runSql('update person set unit = $2, language = $3 where email = $1', [email, unit, language]);
  await visit(page, createPath);
  await page.locator('#log-dive_title').waitFor();
  return { page, email };
}

export const logsOf = (email: string) =>
  runSql<{ id: string; status: string; dive_title: string; version: number; typed: unknown }>(
    `select id::text, status, dive_title, version, typed from dive_log
     where affiliate_id = (select affiliate_id from person where email = $1) and deleted_at is null order by id`,
    [email],
  );
