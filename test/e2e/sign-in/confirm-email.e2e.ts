import { describe, expect, it } from 'vitest';
import { visit } from '#platform/testing/browser.ts';
import '#test/support/e2e/expect-page.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { findMailLink } from '#test/support/e2e/mails.ts';
import { openPageAsUnverifiedUser } from '#test/support/e2e/new-users.ts';
import { dashboard, dialog, banner, isVerified, readCode } from './confirm-email-steps.ts';

describe('unverified email address', () => {
  it('is confirmed with the code; wrong codes are rejected and the banner disappears', async () => {
    const { page, email } = await openPageAsUnverifiedUser({ expectedProblems: [/422/] });
    await visit(page, dashboard);
    const code = await readCode(email);
    await dialog(page).getByText(email).waitFor();
    await dialog(page)
      .getByLabel('Code')
      .fill(code === '000000' ? '111111' : '000000');
    await dialog(page).getByText('That code isn’t right. Check your email and try again.').waitFor();
    expect(await isVerified(email)).toBe(false);
    await dialog(page).getByLabel('Code').fill(code);
    await dialog(page).waitFor({ state: 'detached' });
    await expect.poll(() => banner(page).count()).toBe(0);
    expect(await isVerified(email)).toBe(true);
  });
});

describe('email link', () => {
  it('confirms on a button for a signed-in person', async () => {
    const { page, email } = await openPageAsUnverifiedUser();
    await visit(page, await findMailLink(email, '/sso/verify/'));
    await page.getByRole('heading', { level: 1, name: 'Confirm your email address' }).waitFor();
    expect(await isVerified(email)).toBe(false);
    await checkAppearance(page);
    await page.getByRole('button', { name: 'Confirm email address' }).click();
    await page.getByRole('heading', { level: 1, name: 'Email address confirmed' }).waitFor();
    await page.getByRole('link', { name: 'Continue' }).click();
    await expect(page).toShow(dashboard, 'Welcome, Nora');
    expect([await dialog(page).count(), await banner(page).count()]).toEqual([0, 0]);
  });
});
