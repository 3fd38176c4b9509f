import { describe, expect, it } from 'vitest';
import { openPage, visit } from '#platform/testing/browser.ts';
import '#test/support/e2e/expect-page.ts';
import { learnerDashboardHeading } from '#test/support/e2e/new-users.ts';
import { getWorkerPortal } from '#platform/testing/worker-portal.ts';
import { dashboard, openSignIn } from './sign-in-steps.ts';

describe('signing in', () => {
  it.each([
    ['Student', learnerDashboardHeading],
    ['Young diver', learnerDashboardHeading],
    ['Guardian', learnerDashboardHeading],
    ['Instructor', 'Welcome, Tomás'],
    ['Divemaster candidate', 'Welcome, Leilani'],
    ['Dive center', 'Welcome, Kelder Bay Diving'],
  ])('works for the demo account %s with one press', async (role, heading) => {
    const page = await openPage();
    await openSignIn(page);
    await page.getByRole('region', { name: 'Demo' }).getByRole('button', { name: role }).click();
    await expect(page).toShow(dashboard, heading);
  });

  it('keeps the input when the language changes to Arabic', async () => {
    const page = await openPage();
    await openSignIn(page);
    await page.getByLabel('Email').fill('typed@demo.test');
    await page.locator('footer select').selectOption('ar-SA');
    await expect.poll(() => page.locator('html').getAttribute('dir')).toBe('rtl');
    expect(await page.locator('html').getAttribute('lang')).toBe('ar-SA');
    expect(await page.locator('input[name=email]').inputValue()).toBe('typed@demo.test');
  });
});

describe('redirect after sign-in', () => {
  const elsewhere = ['https://evil.example', '//evil.example', String.raw`/\evil.example`];

  it.each(elsewhere)('never redirects to %s', async (returnTo) => {
    const page = await openPage({ signedInAs: 'student@demo.test' });
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).hostname));
    await visit(page, `/login/sign-in?returnTo=${encodeURIComponent(returnTo)}`);
    await expect(page).toShow(dashboard, learnerDashboardHeading);
    expect([...hosts]).toEqual(['localhost']);
  });

  it('never redirects elsewhere when the server is called directly', async () => {
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

describe('new person', () => {
  it('shows missing fields and focuses the first', async () => {
    const page = await openPage();
    await visit(page, '/login/sign-up/diver');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('5 fields need attention').waitFor();
    const first = page.getByLabel('First name');
    await expect.poll(() => first.evaluate((field) => field === document.activeElement)).toBe(true);
    await expect.poll(() => page.locator('[aria-invalid=true]').count()).toBe(5);
  });

  it('asks for the family name first where that is customary, and keeps the input', async () => {
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
