import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { authenticateContext, openPage, visit } from '#platform/testing/browser.ts';
import '#test/support/e2e/expect-page.ts';

const rounds = 5;
const credentials = { email: 'candidate@demo.test', password: 'Diver123' };

/** Resolves once the tab has subscribed to the end of its session. */
async function openTab(page: Page): Promise<void> {
  const subscribed = page
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framesent', ({ payload }) => String(payload).includes('onDeleteSession')));
  await Promise.all([subscribed, visit(page, '/settings')]);
}

const waitForSignInPage = (page: Page) => page.locator('input[name=password]').waitFor();

it(`signs all three tabs out in ${rounds} of ${rounds} rounds`, { timeout: 240_000 }, async () => {
  const leaving = await openPage();
  const context = leaving.context();
  const [watching, loading] = [await context.newPage(), await context.newPage()];
  const tabs = [leaving, watching, loading];
  for (let round = 0; round < rounds; round++) {
    // A tab that is still redirected would replace the session while this round signs in.
    await Promise.all(tabs.map((tab) => tab.goto('about:blank')));
    await authenticateContext(context, 'sign-in', credentials);
    // Every other round, a tab is on its way through the account service while the session ends.
    const isLoading = round % 2 === 1;
    await Promise.all([openTab(leaving), openTab(watching), ...(isLoading ? [] : [openTab(loading)])]);
    await Promise.all([
      visit(leaving, '/login/sign-out'),
      isLoading ? visit(loading, '/auth/start?returnTo=/settings').catch(() => undefined) : undefined,
    ]);
    // A tab that the account service let in just before the sign-out is signed out with the others.
    await Promise.all(tabs.map(waitForSignInPage));
    expect(await isSignedIn(leaving), `round ${round}`).toBe(false);
    expect(await readSignInTarget(leaving), `round ${round}`).toMatch(/\/sso\/interaction\//);
  }
});

/** Whether the portal knows this browser's cookies. */
async function isSignedIn(page: Page): Promise<boolean> {
  const answer = await page.request.post('/api/graphql', {
    data: { query: '{ querySession { sub } }' },
    headers: { origin: new URL(page.url()).origin },
  });
  const { data } = (await answer.json()) as { data: { querySession: unknown } };
  return data.querySession !== null;
}

/** Where the account service sends this browser: to its form, unless it remembers someone. */
async function readSignInTarget(page: Page): Promise<string> {
  const start = await page.request.get('/auth/start', { maxRedirects: 0 });
  const answer = await page.request.get(start.headers()['location'] ?? '', { maxRedirects: 0 });
  return answer.headers()['location'] ?? '';
}
