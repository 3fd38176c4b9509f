import type { Page } from 'playwright';
import type { PageOptions } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';

export const list = '/training/forms-applications';
export const title = 'Forms & applications';
export const kelderBay = 20_001;

export const section = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, level: 2 }) });

export const row = (page: Page, part: string, name: string) =>
  section(page, part).getByRole('listitem').filter({ hasText: name });

let divers = 0;

/** A new person with a unique name. */
export async function openPageOfDiver(options: PageOptions = {}): Promise<{ page: Page; email: string; name: string }> {
  const { page, email } = await openPageAsNewUser(options);
  divers += 1;
  const familyName = `Strand${process.pid}x${divers}`;
  await runSql('update person set family_name = $2 where email = $1', [email, familyName]);
  return { page, email, name: `Nora ${familyName}` };
}
