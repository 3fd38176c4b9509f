import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { openPage, signIn, typeCredentials, visit } from '#platform/testing/browser.ts';
import '#test/support/e2e/expect-page.ts';
import { learnerDashboardHeading } from '#test/support/e2e/new-users.ts';
import { dashboard, openSignIn } from './sign-in-steps.ts';

const unauthorised = /status of 401/;

describe('signing in', () => {
  it('works with typed credentials', async () => {
    const page = await openPage();
    await openSignIn(page);
    await page.getByLabel('Email').fill('diver@demo.test');
    await page.getByLabel('Password', { exact: true }).fill('Diver123');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toShow(dashboard, learnerDashboardHeading);
  });

  it('fills in the code of demo staff', async () => {
    const page = await openPage();
    await openSignIn(page);
    await page.getByRole('region', { name: 'Demo' }).getByRole('button', { name: 'Association staff' }).click();
    await page.getByRole('heading', { level: 1, name: 'Enter your code' }).waitFor();
    await expect.poll(() => page.locator('input[name=code]').inputValue()).toMatch(/^\d{6}$/);
    await page.locator('form button[type=submit]').click();
    await expect(page).toShow(dashboard, 'Welcome, Priya');
  });

  it('signs in a demo person who is chosen before the list works', async () => {
    const page = await openPage({ isLeftBehind: true });
    const { promise: chosen, resolve: choose } = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await chosen;
      await route.continue();
    });
    await visit(page, '/login/sign-in');
    // Playwright's own click waits until the page is hydrated.
    await page.waitForFunction(() => {
      const region = document.querySelector('[aria-labelledby=demo-people]');
      const button = [...(region?.querySelectorAll('button') ?? [])].find((each) =>
        each.innerText.includes('Dive center'),
      );
      button?.click();
      return button?.hasAttribute('data-pressed');
    });
    choose();
    await expect.poll(() => new URL(page.url()).pathname, { timeout: 15_000 }).toBe('/pro');
  });

  it('shows the same error for a wrong password and an unknown email', async () => {
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
    expect(seen[0]).toContain('Incorrect email or password');
    expect(seen[1]).toBe(seen[0]);
    expect(new URL(page.url()).pathname).toMatch(/^\/sso\/interaction\//);
  });
});

describe('redirect after sign-in', () => {
  it('returns to the requested page', async () => {
    const page = await openPage();
    await visit(page, '/logbook');
    await typeCredentials(page, 'diver@demo.test');
    await expect(page).toShow('/logbook/list', 'Logbook');
  });
});

async function signUp(page: Page, email: string, password: string): Promise<void> {
  await openSignIn(page);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByRole('heading', { name: 'Create an account' }).waitFor();
  await page.getByLabel('First name').fill('Nora');
  await page.getByLabel('Last name').fill('Fjord');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Day').fill('9');
  await page.getByLabel('Month').fill('4');
  await page.getByLabel('Year').fill('1991');
  await page.getByLabel('I accept the terms').check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL(`**${dashboard}`);
}

describe('new person', () => {
  it('signs up and lands on the dashboard', async () => {
    const page = await openPage();
    await signUp(page, 'nora@example.test', 'Sea-Urchin-7');
    await expect(page).toShow(dashboard, 'Welcome, Nora');
  });
});

describe('forgotten password', () => {
  it('is reset by an email link that works once', async () => {
    const email = `forgetful-${crypto.randomUUID()}@example.test`;
    const dashboardPage = await openPage();
    await signUp(dashboardPage, email, 'Old-Anchor-1');
    // The new password ends its session, and requests of an open page would then fail.
    await dashboardPage.goto('about:blank');

    const page = await openPage({ expectedProblems: [unauthorised] });
    await openSignIn(page);
    await page.getByLabel('Email').fill(email);
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await page.getByRole('heading', { name: 'Reset your password' }).waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe(email);
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();

    const link = await readLink(page, email);
    await visit(page, link);
    await page.getByLabel('New password').fill('New-Anchor-2');
    await page.getByLabel('Confirm password').fill('New-Anchor-2');
    await page.getByRole('button', { name: 'Save new password' }).click();
    await page.getByRole('heading', { name: 'Password changed' }).waitFor();

    await visit(page, link);
    await page.getByRole('heading', { name: 'This link has expired' }).waitFor();

    await openSignIn(page);
    await typeCredentials(page, email, 'Old-Anchor-1');
    await page.getByText('Incorrect email or password').waitFor();
    await signIn(page, email, 'New-Anchor-2');
    await expect(page).toShow(dashboard, 'Welcome, Nora');
  });
});

async function readLink(page: Page, email: string): Promise<string> {
  const { request } = page.context();
  const readPage = async (address: string) => (await request.get(address)).text();
  const find = async () =>
    /href="(?<mail>\/dev\/outbox\/[\w-]+)"[^>]*>Reset your password</.exec(
      await readPage(`/dev/outbox?to=${encodeURIComponent(email)}`),
    )?.groups?.['mail'];
  await expect.poll(find).toBeDefined();
  const link = /\/sso\/reset\/[\w-]+/.exec(await readPage((await find()) ?? ''));
  return link?.[0] ?? '';
}
