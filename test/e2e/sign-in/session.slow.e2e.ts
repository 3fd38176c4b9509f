import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPage, visit } from '#platform/testing/browser.ts';
import '#test/support/e2e/expect-page.ts';
import { getWorkerPortal } from '#platform/testing/worker-portal.ts';
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
  watchSocket,
} from './session-steps.ts';

const clubScreen = /\/assets\/club-[\w-]+\.js/;

describe('session', () => {
  it('ends permanently even when the socket reports it before the response', async () => {
    const page = await openPage();
    const socket = await signInAndWatch(page, 'staff@demo.test');
    await page.route('**/api/graphql', async (route) => {
      if (!route.request().postData()?.includes('deleteSession')) return route.continue();
      const sessionEnded = socket.waitForEvent('framereceived', ({ payload }) =>
        String(payload).includes('onDeleteSession'),
      );
      const response = await route.fetch();
      await sessionEnded;
      await waitForUnload(page);
      return route.fulfill({ response }).catch(() => undefined);
    });
    await page.getByRole('button', { name: 'Priya Raman, account menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.locator('input[name=password]').waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/sso\/interaction\//);
  });

  it('is refreshed only once for a request that always fails', async () => {
    const page = await openPage({ signedInAs: instructor, expectedProblems: [/status of 401/] });
    const calls = countCalls(page);
    await page.route(checkpoint, (route) => route.fulfill({ status: 401, json: rejection }));
    await visit(page, promotions);
    await expect(page).toShow(dashboard, 'Welcome, Tomás');
    expect(calls).toMatchObject({ checkpoint: 2, createSession: 1 });
  });
});

/** The page can't send requests once it has been unloaded; ten of them take longer than that. */
async function waitForUnload(page: Page): Promise<void> {
  for (let count = 0; count < 10; count++) {
    const isHere = await page.evaluate(() => fetch('/livez').then(() => true)).catch(() => false);
    if (!isHere) return;
  }
}

describe('screen', () => {
  it('reloads once when a chunk does not load', async () => {
    const page = await openPage({ signedInAs: student, expectedProblems: [clubScreen] });
    const documents = watchDocuments(page);
    await page.route(clubScreen, (route) => (documents.includes('/club') ? route.continue() : route.abort()));
    await visit(page, dashboard);
    await page.getByRole('link', { name: 'Bluewater Club', exact: true }).click();
    await expect(page).toShow('/club', /club/i);
    expect(documents).toEqual([dashboard, '/club']);
  });

  it('shows an error when a chunk never loads', async () => {
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

describe('banner', () => {
  it('shows maintenance while its flag is on', async () => {
    onTestFinished(() => setFlag('false'));
    const page = await openPage({ signedInAs: student });
    const banner = page.getByText('Scheduled maintenance today');
    const isBannerVisible = async () => {
      await page.goto(dashboard);
      await page.locator('main h1').waitFor();
      return banner.isVisible();
    };
    expect(await isBannerVisible()).toBe(false);
    await setFlag('true');
    await expect.poll(isBannerVisible).toBe(true);
    await setFlag('false');
    await expect.poll(isBannerVisible).toBe(false);
  });

  it('shows a lost network until it is back', async () => {
    const page = await openPage({ signedInAs: student, losesNetwork: true });
    await Promise.all([watchSocket(page), visit(page, '/settings')]);
    await page.waitForLoadState('networkidle');
    const banner = page.getByText('You’re offline.');
    expect(await banner.count()).toBe(0);
    await page.context().setOffline(true);
    await banner.waitFor();
    await page.context().setOffline(false);
    await banner.waitFor({ state: 'detached' });
  });
});

/** Runs the operator's command. */
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
