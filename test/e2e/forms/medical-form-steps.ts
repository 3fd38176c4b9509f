import type { Page } from 'playwright';
import { visit, type PageOptions } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';

export const formPath = '/training/medical-form';
export const honestyCheckbox = (page: Page) => page.getByRole('checkbox', { name: /to the best of my knowledge/ });

export async function openForm(options: PageOptions = {}) {
  const { page, email } = await openPageAsNewUser(options);
  await visit(page, formPath);
  await page.locator('[data-part=questions]').waitFor();
  const id = new URL(page.url()).searchParams.get('id');
  return { page, email, id };
}

export const recordsOf = (email: string) =>
  runSql<{ id: string; medical_status: string }>(
    `select id::text, medical_status from form_record
     where affiliate_id = (select affiliate_id from person where email = $1)`,
    [email],
  );
