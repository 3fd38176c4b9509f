import type { Page } from 'playwright';
import { expect } from 'vitest';
import { openPage, visit, type PageOptions } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';

export const staff = 'staff@demo.test';
export const queue = '/desk/applications';

export const stateOf = async (id: number) =>
  (await runSql<{ state: string }>('select state from application where id = $1', [id]))[0]?.state;

const nameShown = (page: Page) => page.getByRole('heading', { level: 2 }).first().textContent();
export const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** Resolves once the application's details are shown and can be decided. */
export async function isOpen(page: Page, name: string): Promise<void> {
  await expect.poll(() => nameShown(page)).toBe(name);
  await expect.poll(() => page.getByRole('button', { name: 'Approve' }).getAttribute('aria-disabled')).toBeNull();
}

/** Opens the queue filtered by a name, which hides the applications of other tests. */
export async function openDesk(search: string, options: PageOptions = {}): Promise<Page> {
  const page = await openPage({ signedInAs: staff, ...options });
  await visit(page, `${queue}?search=${search}`);
  await page.getByRole('heading', { level: 1, name: 'Applications' }).waitFor();
  return page;
}
