import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page, Request, WebSocket } from 'playwright';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPage, signIn, visit } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import '#test/support/e2e/expect-page.ts';
import { learnerDashboardHeading } from '#test/support/e2e/new-users.ts';
import { getWorkerPortal } from '#platform/testing/worker-portal.ts';

const dashboard = '/training/dashboard';
const student = 'student@demo.test';
/** Whose dashboard does not ask for the checkpoint itself. */
const instructor = 'instructor@demo.test';
const promotions = '/training/my-promos';
const checkpoint = '**/api/dsd/GetCheckpointData';
/** A screen that comes as a file of its own. */
const clubScreen = /\/assets\/club-(?!words-)[\w-]+\.js/;
const settingsScreen = '**/assets/settings-screen-*.js';

describe('the first screen after sign-in', () => {
  it('makes one call before it stands', async () => {
    const page = await openPage({ signedInAs: student });
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (document.querySelector('main :is(h1, .skel)') === null) return;
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
    expect(calls).toEqual(['/api/graphql']);
  });

  it('keeps no token where a script of another page could find it', async () => {
    const page = await openPage({ signedInAs: student });
    await visit(page, dashboard);
    await expect(page).toShow(dashboard, learnerDashboardHeading);
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    expect(kept).not.toMatch(/eyJ|session=/);
    const cookie = (await page.context().cookies()).find(({ name }) => name === '__Host-session');
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' });
  });
});

describe('a session', () => {
  it('ends for good, even when the tab hears of it by its socket before it has the answer', async () => {
    const page = await openPage();
    const socket = await signInAndWatch(page, 'staff@demo.test');
    await page.route('**/api/graphql', async (route) => {
      if (!route.request().postData()?.includes('deleteSession')) return route.continue();
      const told = socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('onDeleteSession'));
      const response = await route.fetch();
      await told;
      await letItLeave(page);
      return route.fulfill({ response }).catch(() => undefined);
    });
    await page.getByRole('button', { name: 'Priya Raman, your menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.locator('input[name=password]').waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/sso\/interaction\//);
  });

  it('that ends in one tab ends in the other by itself, before the account service has heard of it', async () => {
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

  it('is refreshed once when a call is refused, and the call made again', async () => {
    const page = await openPage({ signedInAs: instructor, expectedProblems: [/status of 401/] });
    const calls = countCalls(page);
    await page.route(checkpoint, (route) => route.fulfill({ status: 401, json: refusal }), { times: 1 });
    await visit(page, promotions);
    await expect(page).toShow(dashboard, 'Welcome, Tomás');
    expect(calls).toMatchObject({ checkpoint: 2, createSession: 1 });
  });

  it('is refreshed no more than once for a call that is always refused', async () => {
    const page = await openPage({ signedInAs: instructor, expectedProblems: [/status of 401/] });
    const calls = countCalls(page);
    await page.route(checkpoint, (route) => route.fulfill({ status: 401, json: refusal }));
    await visit(page, promotions);
    await expect(page).toShow(dashboard, 'Welcome, Tomás');
    expect(calls).toMatchObject({ checkpoint: 2, createSession: 1 });
  });

  it('that is over on the server is reported and leads to sign-in, with the way back', async () => {
    const page = await openPage({ expectedProblems: [/status of 401/] });
    await signIn(page, 'store@demo.test');
    await page.route(checkpoint, async (route) => {
      await runSql('delete from session where affiliate_id = (select affiliate_id from person where email = $1)', [
        'store@demo.test',
      ]);
      await route.fulfill({ status: 401, json: refusal });
    });
    const reported = page.waitForRequest((request) => request.postData()?.includes('"kind":"session"') ?? false);
    const asked = page.waitForRequest('**/auth/start?*');
    await visit(page, promotions);
    expect((await reported).postDataJSON()).toMatchObject({ kind: 'session', path: promotions });
    expect(new URL((await asked).url()).searchParams.get('returnTo')).toBe(promotions);
  });
});

/** Done when the server would tell this tab of the end of its session. */
async function watchSocket(page: Page): Promise<WebSocket> {
  const socket = await page.waitForEvent('websocket');
  await socket.waitForEvent('framesent', ({ payload }) => String(payload).includes('onDeleteSession'));
  return socket;
}

async function signInAndWatch(page: Page, email: string): Promise<WebSocket> {
  const [socket] = await Promise.all([watchSocket(page), signIn(page, email)]);
  return socket;
}

/** A page that is about to load again is gone before it has made ten calls; one that stays makes them all. */
async function letItLeave(page: Page): Promise<void> {
  for (let count = 0; count < 10; count++) {
    const isHere = await page.evaluate(() => fetch('/livez').then(() => true)).catch(() => false);
    if (!isHere) return;
  }
}

const refusal = { errors: [{ code: 'session.invalid', message: 'the token has expired' }], correlationId: 'test-0001' };

function countCalls(page: Page): { checkpoint: number; createSession: number } {
  const calls = { checkpoint: 0, createSession: 0 };
  page.on('request', (request: Request) => {
    if (request.url().endsWith('/GetCheckpointData')) calls.checkpoint++;
    if (request.postData()?.includes('createSession')) calls.createSession++;
  });
  return calls;
}

describe('a screen', () => {
  it('that crashes says so and offers to try again', async () => {
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

  it('whose part does not load is loaded whole, once', async () => {
    const page = await openPage({ signedInAs: student, expectedProblems: [clubScreen] });
    const documents = watchDocuments(page);
    await page.route(clubScreen, (route) => (documents.includes('/club') ? route.continue() : route.abort()));
    await visit(page, dashboard);
    await page.getByRole('link', { name: 'Bluewater Club', exact: true }).click();
    await expect(page).toShow('/club', /club/i);
    expect(documents).toEqual([dashboard, '/club']);
  });

  it('whose part does not load at all says so instead of loading for ever', async () => {
    const page = await openPage({ signedInAs: student, expectedProblems: [/settings-screen-/] });
    const documents = watchDocuments(page);
    await page.route(settingsScreen, (route) => route.abort());
    await visit(page, '/settings?tab=cards#last');
    await expect(page).toShow('/settings?tab=cards', 'Oops');
    expect(documents).toEqual(['/settings', '/settings']);
    expect(new URL(page.url()).hash).toBe('#last');
  });
});

function watchDocuments(page: Page): string[] {
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
  });
  return documents;
}

describe('the banner', () => {
  it('of maintenance is shown while its flag is on', async () => {
    onTestFinished(() => setFlag('false'));
    const page = await openPage({ signedInAs: student });
    const banner = page.getByText('Planned maintenance today');
    const seen = async () => {
      await page.goto(dashboard);
      await page.locator('main h1').waitFor();
      return banner.isVisible();
    };
    expect(await seen()).toBe(false);
    await setFlag('true');
    await expect.poll(seen).toBe(true);
    await setFlag('false');
    await expect.poll(seen).toBe(false);
  });

  it('of a lost network comes and goes with it', async () => {
    const page = await openPage({ signedInAs: student, losesNetwork: true });
    await Promise.all([watchSocket(page), visit(page, '/settings')]);
    await page.waitForLoadState('networkidle');
    const banner = page.getByText('No network.');
    expect(await banner.count()).toBe(0);
    await page.context().setOffline(true);
    await banner.waitFor();
    await page.context().setOffline(false);
    await banner.waitFor({ state: 'detached' });
  });
});

/** By the command, as an operator does it. */
async function setFlag(value: string): Promise<void> {
  await promisify(execFile)(process.execPath, ['scripts/flag.ts', 'maintenance-banner', value], {
    env: {
      ...process.env,
      NODE_ENV: 'development',
      BASE_URL: getWorkerPortal().baseUrl,
      DATA_DIR: getWorkerPortal().dataDir,
    },
  });
}
