import type { Page } from 'playwright';
import { runSql } from '#test/support/e2e/database.ts';
import { findMailPart } from '#test/support/e2e/mails.ts';

export const dashboard = '/training/dashboard';
export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm your email address' });
export const banner = (page: Page) => page.getByText('Confirm your email address.');

export const isVerified = async (email: string) =>
  (await runSql('select 1 from account where email = $1 and email_verified_at is not null', [email])).length === 1;

/** The code in the newest mail. */
export const readCode = (email: string): Promise<string> => findMailPart(email, /^\d{6}$/m);
