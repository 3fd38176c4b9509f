import { describe, expect, it } from 'vitest';
import { openPage, signIn, visit } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import '#test/support/e2e/expect-page.ts';
import { learnerDashboardHeading } from '#test/support/e2e/new-users.ts';
import {
  dashboard,
  student,
  instructor,
  promotions,
  checkpoint,
  settingsScreen,
  signInAndWatch,
  rejection,
  countCalls,
} from './session-steps.ts';

describe('first screen after sign-in', () => {
  it('makes no request before it is shown', async () => {
    const page = await openPage({ signedInAs: student });
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (document.querySelector('main :is(h1, [data-part=skeleton])') === null) return;
        performance.mark('shape');
        observer.disconnect();
      }).observe(document, { childList: true, subtree: true });
    });
    await visit(page, dashboard);
    await expect(page).toShow(dashboard, learnerDashboardHeading);
    const calls = await page.evaluate(() => {
      const paintedAt = performance.getEntriesByName('shape')[0]?.startTime ?? 0;
      return performance
        .getEntriesByType('resource')
        .filter(({ name, startTime }) => new URL(name).pathname.startsWith('/api/') && startTime < paintedAt)
        .map(({ name }) => new URL(name).pathname);
    });
    expect(calls).toEqual([]);
  });

  it('stores no token where other scripts could read it', async () => {
    const page = await openPage({ signedInAs: student });
    await visit(page, dashboard);
    await expect(page).toShow(dashboard, learnerDashboardHeading);
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    expect(stored).not.toMatch(/eyJ|session=/);
    const cookie = (await page.context().cookies()).find(({ name }) => name === '__Host-session');
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' });
  });
});

describe('session', () => {
  it('ends in all tabs before the account service is notified', async () => {
    const page = await openPage();
    await signInAndWatch(page, 'candidate@demo.test');
    const other = await page.context().newPage();
    const hold = Promise.withResolvers<void>();
    await other.route('**/sso/session/end*', async (route) => {
      await hold.promise;
      await route.continue();
    });
    await visit(other, '/login/sign-out');
    await page.locator('input[name=password]').waitFor();
    hold.resolve();
    await other.locator('input[name=password]').waitFor();
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('__Host-session');
  });

  it('is refreshed once after a 401, and the request is repeated', async () => {
    const page = await openPage({ signedInAs: instructor, expectedProblems: [/status of 401/] });
    const calls = countCalls(page);
    await page.route(checkpoint, (route) => route.fulfill({ status: 401, json: rejection }), { times: 1 });
    await visit(page, promotions);
    await expect(page).toShow(dashboard, 'Welcome, Tomás');
    expect(calls).toMatchObject({ checkpoint: 2, createSession: 1 });
  });

  it('redirects to sign-in and back when it expired on the server', async () => {
    const page = await openPage({ expectedProblems: [/status of 401/] });
    await signIn(page, 'store@demo.test');
    await page.route(checkpoint, async (route) => {
      await runSql('delete from session where affiliate_id = (select affiliate_id from person where email = $1)', [
        'store@demo.test',
      ]);
      await route.fulfill({ status: 401, json: rejection });
    });
    const reported = page.waitForRequest((request) => request.postData()?.includes('"kind":"session"') ?? false);
    const requested = page.waitForRequest('**/auth/start?*');
    await visit(page, promotions);
    expect((await reported).postDataJSON()).toMatchObject({ kind: 'session', path: promotions });
    expect(new URL((await requested).url()).searchParams.get('returnTo')).toBe(promotions);
  });
});

describe('screen', () => {
  it('shows an error with a retry after a crash', async () => {
    const page = await openPage({ signedInAs: student, expectedProblems: [/a mast broke/] });
    await page.route(settingsScreen, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: "export function SettingsScreen() { throw new Error('a mast broke'); }",
      }),
    );
    const reported = page.waitForRequest('**/api/telemetry/errors');
    await visit(page, '/settings');
    await expect(page).toShow('/settings', 'Oops');
    await page.getByText('Something went wrong', { exact: true }).waitFor();
    expect((await reported).postDataJSON()).toMatchObject({
      kind: 'screen',
      message: 'a mast broke',
      path: '/settings',
    });
    expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(true);
    await page.unroute(settingsScreen);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page).toShow('/settings', 'Settings');
  });
});
