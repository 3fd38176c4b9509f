import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { openPage, signIn, typeCredentials, visit } from '#platform/testing/browser.ts';
import '#test/support/e2e/expect-page.ts';
import { learnerDashboardHeading } from '#test/support/e2e/new-users.ts';
import { getWorkerPortal } from '#platform/testing/worker-portal.ts';

const dashboard = '/training/dashboard';
const unauthorised = /status of 401/;

async function openSignIn(page: Page): Promise<void> {
  await visit(page, '/login/sign-in');
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
}

describe('signing in', () => {
  it('works by typing', async () => {
    const page = await openPage();
    await openSignIn(page);
    await page.getByLabel('E-mail').fill('diver@demo.test');
    await page.getByLabel('Password', { exact: true }).fill('Diver123');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toShow(dashboard, learnerDashboardHeading);
  });

  it.each([
    ['Student', learnerDashboardHeading],
    ['Diver aged 12', learnerDashboardHeading],
    ['Guardian', learnerDashboardHeading],
    ['Instructor', 'Welcome, Tomás'],
    ['Divemaster candidate', 'Welcome, Leilani'],
    ['Dive store', 'Welcome, Kelder Bay Diving'],
  ])('works for the %s of the demo by one press', async (role, heading) => {
    const page = await openPage();
    await openSignIn(page);
    await page.getByRole('region', { name: 'Demo' }).getByRole('button', { name: role }).click();
    await expect(page).toShow(dashboard, heading);
  });

  it('asks the staff of the demo for the code that the page shows', async () => {
    const page = await openPage();
    await openSignIn(page);
    await page.getByRole('region', { name: 'Demo' }).getByRole('button', { name: 'Association staff' }).click();
    await page.getByRole('heading', { level: 1, name: 'Enter your code' }).waitFor();
    const shown = /\d{6}/.exec((await page.getByText(/^Demo code:/).textContent()) ?? '')?.[0] ?? '';
    await page.locator('input[name=code]').fill(shown);
    await page.locator('form button[type=submit]').click();
    await expect(page).toShow(dashboard, 'Welcome, Priya');
  });

  it('says the same for a wrong password and for somebody unknown', async () => {
    const page = await openPage({ expectedProblems: [unauthorised] });
    await openSignIn(page);
    const password = page.getByLabel('Password', { exact: true });
    const seen: string[] = [];
    for (const email of ['diver@demo.test', 'nobody@demo.test']) {
      const answer = page.waitForResponse('**/sign-in');
      await typeCredentials(page, email, 'Wrong-Password');
      expect((await answer).status()).toBe(401);
      await expect.poll(() => password.evaluate((field) => field === document.activeElement)).toBe(true);
      seen.push(await page.locator('form').innerText());
    }
    expect(seen[0]).toContain('Incorrect e-mail or password');
    expect(seen[1]).toBe(seen[0]);
    expect(new URL(page.url()).pathname).toMatch(/^\/sso\/interaction\//);
  });

  it('keeps what was typed when the language changes to Arabic', async () => {
    const page = await openPage();
    await openSignIn(page);
    await page.getByLabel('E-mail').fill('typed@demo.test');
    await page.locator('footer select').selectOption('ar-SA');
    await expect.poll(() => page.locator('html').getAttribute('dir')).toBe('rtl');
    expect(await page.locator('html').getAttribute('lang')).toBe('ar-SA');
    expect(await page.locator('input[name=email]').inputValue()).toBe('typed@demo.test');
  });
});

describe('the way back after signing in', () => {
  it('leads to the page that was asked for', async () => {
    const page = await openPage();
    await visit(page, '/logbook');
    await typeCredentials(page, 'diver@demo.test');
    await expect(page).toShow('/logbook/list', 'Logbook');
  });

  const elsewhere = ['https://evil.example', '//evil.example', String.raw`/\evil.example`];

  it.each(elsewhere)('never leads to %s', async (returnTo) => {
    const page = await openPage({ signedInAs: 'student@demo.test' });
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).hostname));
    await visit(page, `/login/sign-in?returnTo=${encodeURIComponent(returnTo)}`);
    await expect(page).toShow(dashboard, learnerDashboardHeading);
    expect([...hosts]).toEqual(['localhost']);
  });

  it('never leads elsewhere when the server is asked directly either', async () => {
    const { request } = (await openPage({ signedInAs: 'student@demo.test' })).context();
    const tricks = [
      '///evil.example',
      String.raw`\\evil.example`,
      '/\t/evil.example',
      'javascript:alert(1)',
      '/auth/start',
    ];
    const endOf = async (returnTo: string) =>
      (await request.get(`/auth/start?returnTo=${encodeURIComponent(returnTo)}`)).url();
    for (const returnTo of [...elsewhere, ...tricks])
      expect({ returnTo, end: await endOf(returnTo) }).toEqual({
        returnTo,
        end: `${getWorkerPortal().baseUrl}${dashboard}`,
      });
    expect(await endOf('/logbook/list?tab=drafts')).toBe(`${getWorkerPortal().baseUrl}/logbook/list?tab=drafts`);
  });
});

async function signUp(page: Page, email: string, password: string): Promise<void> {
  await openSignIn(page);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByRole('heading', { name: 'Create an account' }).waitFor();
  await page.getByLabel('First name').fill('Nora');
  await page.getByLabel('Last name').fill('Fjord');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Day').fill('9');
  await page.getByLabel('Month').fill('4');
  await page.getByLabel('Year').fill('1991');
  await page.getByLabel('I accept the terms').check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL(`**${dashboard}`);
}

describe('somebody new', () => {
  it('signs up and stands on the dashboard', async () => {
    const page = await openPage();
    await signUp(page, 'nora@example.test', 'Sea-Urchin-7');
    await expect(page).toShow(dashboard, 'Welcome, Nora');
  });

  it('is shown what is missing, with the focus on the first field', async () => {
    const page = await openPage();
    await visit(page, '/login/sign-up/diver');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('5 fields need a look').waitFor();
    const first = page.getByLabel('First name');
    await expect.poll(() => first.evaluate((field) => field === document.activeElement)).toBe(true);
    await expect.poll(() => page.locator('[aria-invalid=true]').count()).toBe(5);
  });

  it('is asked for the family name first where people write it so, and keeps what was typed', async () => {
    const page = await openPage();
    await visit(page, '/login/sign-up/diver');
    await page.getByLabel('First name').fill('太郎');
    await page.locator('footer select').selectOption('ja-JP');
    const names = page.locator('input[name=givenName], input[name=familyName]');
    const typed = () =>
      names.evaluateAll((fields) =>
        fields.map((field) => `${field.getAttribute('name')} ${(field as HTMLInputElement).value}`),
      );
    await expect.poll(typed).toEqual(['familyName ', 'givenName 太郎']);
  });
});

describe('a forgotten password', () => {
  it('is replaced by the link of a mail, which works once', async () => {
    const email = 'forgetful@example.test';
    await signUp(await openPage(), email, 'Old-Anchor-1');

    const page = await openPage({ expectedProblems: [unauthorised] });
    await openSignIn(page);
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('link', { name: 'Forgot it?' }).click();
    await page.getByRole('heading', { name: 'Set a new password' }).waitFor();
    expect(await page.getByLabel('E-mail').inputValue()).toBe(email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor();

    const link = await readLink(page, email);
    await visit(page, link);
    await page.getByLabel('New password').fill('New-Anchor-2');
    await page.getByLabel('Confirm password').fill('New-Anchor-2');
    await page.getByRole('button', { name: 'Save the new password' }).click();
    await page.getByRole('heading', { name: 'Your password is changed' }).waitFor();

    await visit(page, link);
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();

    await openSignIn(page);
    await typeCredentials(page, email, 'Old-Anchor-1');
    await page.getByText('Incorrect e-mail or password').waitFor();
    await signIn(page, email, 'New-Anchor-2');
    await expect(page).toShow(dashboard, 'Welcome, Nora');
  });
});

async function readLink(page: Page, email: string): Promise<string> {
  const { request } = page.context();
  const readPage = async (address: string) => (await request.get(address)).text();
  const find = async () =>
    /href="(?<mail>\/dev\/outbox\/[\w-]+)"[^>]*>Set a new password</.exec(
      await readPage(`/dev/outbox?to=${encodeURIComponent(email)}`),
    )?.groups?.['mail'];
  await expect.poll(find).toBeDefined();
  const link = /\/sso\/reset\/[\w-]+/.exec(await readPage((await find()) ?? ''));
  return link?.[0] ?? '';
}
