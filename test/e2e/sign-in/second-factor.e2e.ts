import { describe, expect, it } from 'vitest';
import { openPage, signIn, typeCredentials, visit } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { staff, code, submit, onDashboard } from './second-factor-steps.ts';

describe('signing in as staff', () => {
  it('asks for a code after the password; the demo shows a valid one', async () => {
    await runSql('update second_factor set last_step = 0');
    const page = await openPage();
    await visit(page, '/login/sign-in');
    await page.getByText(/^Code: \d{6}$/).waitFor();
    await typeCredentials(page, staff);
    await page.getByRole('heading', { level: 1, name: 'Enter your code' }).waitFor();
    await checkAppearance(page);
    const shown = /\d{6}/.exec((await page.getByText(/^Demo code:/).textContent()) ?? '')?.[0] ?? '';
    expect(shown).toMatch(/^\d{6}$/);
    await code(page).fill(shown);
    await submit(page);
    await onDashboard(page);
  });
});

describe('desk', () => {
  it('asks for confirmation before a flag is set and repeats the request', async () => {
    await runSql("delete from feature_flag where name = 'maintenance-message'");
    const page = await openPage({ expectedProblems: [/403/] });
    await signIn(page, staff);
    await runSql("update session set confirmed_at = now() - interval '31 minutes' where ended_at is null");
    await visit(page, '/desk/flags');
    const texts = page.getByRole('textbox', { name: 'Banner message' });
    await texts.fill('Back at noon.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[name=password]').fill('Diver123');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect
      .poll(() => runSql("select value from feature_flag where name = 'maintenance-message'"))
      .toEqual([{ value: 'Back at noon.' }]);
    await runSql("delete from feature_flag where name = 'maintenance-message'");
  });
});
