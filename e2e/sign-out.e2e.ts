import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { enter, openPage, visit } from '../src/platform/testing/browser.ts';
import './expect-page.ts';

const rounds = 20;
const credentials = { email: 'candidate@demo.test', password: 'Diver123' };

/** Done when the server would tell this tab of the end of its session. */
async function openTab(page: Page): Promise<void> {
  const [socket] = await Promise.all([page.waitForEvent('websocket'), visit(page, '/settings')]);
  await socket.waitForEvent('framesent', ({ payload }) => String(payload).includes('onDeleteSession'));
}

const isSignInPage = (page: Page) => page.locator('input[name=password]').waitFor();

it(`signs all three tabs out in ${rounds} of ${rounds} rounds`, { timeout: 240_000 }, async () => {
  const first = await openPage();
  const context = first.context();
  const tabs = [first, await context.newPage(), await context.newPage()] as const;
  for (let round = 0; round < rounds; round++) {
    await enter(context, 'sign-in', credentials);
    await Promise.all(tabs.map(openTab));
    const [leaving, watching, loading] = tabs;
    await Promise.all([
      visit(leaving, '/login/sign-out'),
      // Every other round a tab is on its way through the account service while the session ends.
      round % 2 === 1 ? visit(loading, '/auth/start?returnTo=/settings').catch(() => undefined) : undefined,
    ]);
    // Whoever was let in by the account service a moment before the sign-out is signed out with the others.
    await Promise.all([isSignInPage(leaving), isSignInPage(watching), isSignInPage(loading)]);
    expect(await isSignedIn(leaving), `round ${round}`).toBe(false);
    await visit(watching, '/training/dashboard');
    await isSignInPage(watching);
  }
});

/** As the portal sees the cookies of this browser. */
async function isSignedIn(page: Page): Promise<boolean> {
  const answer = await page.request.post('/api/graphql', {
    data: { query: '{ querySession { sub } }' },
    headers: { origin: new URL(page.url()).origin },
  });
  const { data } = (await answer.json()) as { data: { querySession: unknown } };
  return data.querySession !== null;
}
