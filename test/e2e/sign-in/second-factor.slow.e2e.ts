import { describe, expect, it } from 'vitest';
import { affiliateType } from '#domain/roles.ts';
import { createRecoveryCode, openPage, signIn, typeCredentials, visit } from '#platform/testing/browser.ts';
import { codeAt, stepAt } from '#features/identity/server/second-factor/totp.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { newPassword, openPageAsNewUser } from '#test/support/e2e/new-users.ts';
import { staff, code, submit, onDashboard } from './second-factor-steps.ts';

const codeNow = (secret: string) => codeAt(secret.replaceAll(' ', ''), stepAt(new Date()));

describe('signing in as staff', () => {
  it('accepts a recovery code once', async () => {
    const recovery = await createRecoveryCode(staff);
    const first = await openPage();
    await visit(first, '/login/sign-in');
    await typeCredentials(first, staff);
    await code(first).fill(recovery);
    await submit(first);
    await onDashboard(first);
    const second = await openPage({ expectedProblems: [/401/] });
    await visit(second, '/login/sign-in');
    await typeCredentials(second, staff);
    await code(second).fill(recovery);
    await submit(second);
    await second.getByText('That code isn’t right').first().waitFor();
    expect(new URL(second.url()).pathname).toMatch(/^\/sso\/interaction\//);
  });

  it('requires setting up a second factor', async () => {
    const { page: former, email } = await openPageAsNewUser();
    await former.close();
    await runSql(`update person set affiliate_type_id = ${affiliateType.staff} where email = $1`, [email]);
    const page = await openPage();
    await visit(page, '/login/sign-in');
    await typeCredentials(page, email, newPassword);
    await page.getByRole('heading', { level: 1, name: 'Set up two-step sign-in' }).waitFor();
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    await checkAppearance(page);
    await code(page).fill(codeNow((await page.locator('main code').textContent()) ?? ''));
    await submit(page);
    await page.getByRole('heading', { level: 1, name: 'Save your recovery codes' }).waitFor();
    await expect.poll(() => page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').count()).toBe(10);
    await checkAppearance(page);
    await page.getByRole('button', { name: 'I’ve saved my codes' }).click();
    await onDashboard(page);
  });
});

describe('two-step sign-in on the account page', () => {
  it('requires confirmation, is enabled with a code and appears in recent activity', async () => {
    const { page } = await openPageAsNewUser({ expectedProblems: [/403/] });
    await runSql("update session set confirmed_at = now() - interval '11 minutes' where ended_at is null");
    await visit(page, '/account');
    await page.getByRole('button', { name: 'Set up authenticator app' }).click();
    const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await confirm.waitFor();
    await checkAppearance(page);
    await confirm.locator('input[name=password]').fill(newPassword);
    await confirm.getByRole('button', { name: 'Confirm' }).click();
    const setup = page.getByRole('dialog', { name: 'Set up authenticator app' });
    await setup.waitFor();
    await checkAppearance(page);
    await setup.locator('input[name=code]').fill(codeNow((await setup.locator('code').textContent()) ?? ''));
    await setup.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('button', { name: 'I’ve saved my codes' }).click();
    await page.getByText('10 recovery codes left').waitFor();
    await visit(page, '/account');
    await page.getByRole('heading', { name: 'Recent activity' }).waitFor();
    await page.getByText('Authenticator app added').first().waitFor();
    await page
      .getByText(/^Signed in/)
      .first()
      .waitFor();
    await checkAppearance(page);
    expect(
      await runSql('select from recovery_code where used_at is null and sub in (select sub from account)'),
    ).not.toEqual([]);
  });
});

describe('desk', () => {
  it('marks requests without user input', async () => {
    const page = await openPage({ signedInAs: staff, isLeftBehind: true });
    await page.clock.install();
    const counts = () => page.waitForRequest((request) => request.url().includes('/api/desk/counts'));
    const [opened] = await Promise.all([counts(), visit(page, '/desk/flags')]);
    expect(opened.headers()['x-background']).toBeUndefined();
    await page.getByRole('heading', { level: 1 }).waitFor();
    // A request in progress replaces the next poll, so the clock may have to advance more than once.
    let marks: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/desk/counts')) marks.push(request.headers()['x-background']);
    });
    const advance = async (time: string) => {
      await page.clock.fastForward(time);
      return marks.at(-1);
    };
    await expect.poll(() => advance('02:00')).toBe('1');
    marks = [];
    await expect
      .poll(async () => {
        await page.mouse.move(200 + marks.length, 200);
        await advance('00:31');
        return marks.length;
      })
      .toBeGreaterThan(0);
    expect(new Set(marks)).toEqual(new Set([undefined]));
  });

  it('asks for code and password in a session from a link', async () => {
    await runSql('update second_factor set last_step = 0');
    const page = await openPage({ expectedProblems: [/403/] });
    await signIn(page, staff);
    await runSql(
      `update session set origin = 'link', confirmed_at = null
       where affiliate_id = 400008 and created_at = (select max(created_at) from session where affiliate_id = 400008)`,
    );
    await visit(page, '/desk/flags');
    await page.getByRole('textbox', { name: 'Banner message' }).fill('Back at one.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await dialog.locator('input[name=password]').fill('Diver123');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.getByText('Enter the code from your app').first().waitFor();
    await checkAppearance(page);
    await runSql('update second_factor set last_step = 0');
    await dialog.locator('input[name=code]').fill(codeNow('JBSWY3DPEHPK3PXP'));
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect
      .poll(() => runSql("select value from feature_flag where name = 'maintenance-message'"))
      .toEqual([{ value: 'Back at one.' }]);
    await runSql("delete from feature_flag where name = 'maintenance-message'");
  });

  it('searches security events by person, kind and day', async () => {
    const page = await openPage({ signedInAs: staff });
    await visit(page, '/desk/security?person=400008');
    await page.getByRole('heading', { level: 1, name: 'Security events' }).waitFor();
    const entry = page.getByRole('listitem').filter({ hasText: 'Signed in' }).first();
    await entry.locator('summary').click();
    await entry.getByText('sign_in.succeeded').waitFor();
    await checkAppearance(page);
    await page.getByLabel('Event type').selectOption('token.forged');
    await page.getByText('No security events').waitFor();
    expect(new URL(page.url()).searchParams.get('kind')).toBe('token.forged');
  });
});
