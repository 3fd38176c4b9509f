import type { Page } from 'playwright';
import { openPage, visit } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';

export const dashboard = '/training/dashboard';
export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm your email address' });
export const banner = (page: Page) => page.getByText('Confirm your email address.');

export const isVerified = async (email: string) =>
  (await runSql('select 1 from account where email = $1 and email_verified_at is not null', [email])).length === 1;

/** Reads the code of the newest mail from the developer outbox. */
export async function readCode(email: string): Promise<string> {
  const outbox = await openPage();
  await visit(outbox, `/dev/outbox?to=${encodeURIComponent(email)}`);
  const subject = outbox.getByRole('link', { name: /\d{6}/ }).first();
  return /\d{6}/.exec((await subject.textContent()) ?? '')?.[0] ?? '';
}
