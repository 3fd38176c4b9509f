import type { Page } from 'playwright';
import { visit } from '#platform/testing/browser.ts';

export const dashboard = '/training/dashboard';

export async function openSignIn(page: Page): Promise<void> {
  await visit(page, '/login/sign-in');
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
}
