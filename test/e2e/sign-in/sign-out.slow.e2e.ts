import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { authenticateContext, openPage, visit } from '#platform/testing/browser.ts';
import '#test/support/e2e/expect-page.ts';

const credentials = { email: 'candidate@demo.test', password: 'Diver123' };

/** Resolves once the tab has subscribed to the end of its session. */
async function openTab(page: Page): Promise<void> {
  const subscribed = page
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framesent', ({ payload }) => String(payload).includes('onDeleteSession')));
  await Promise.all([subscribed, visit(page, '/settings')]);
}

const waitForSignInPage = (page: Page) => page.locator('input[name=password]').waitFor();

/** Where the third tab is while the session ends: on a page, or on its way through the account service. */
const places = ['on a page', 'before the answer to its start', 'after the answer to its start', 'on its way'] as const;

it.each(places)('signs all three tabs out while one is %s', async (place) => {
  const leaving = await openPage();
  const context = leaving.context();
  const [watching, loading] = [await context.newPage(), await context.newPage()];
  await authenticateContext(context, 'sign-in', credentials);
  await Promise.all([openTab(leaving), openTab(watching)]);
  const held = place === 'before the answer to its start' || place === 'after the answer to its start';
  const start = held ? await holdStart(loading, place) : null;
  const loaded =
    place === 'on a page' ? openTab(loading) : visit(loading, '/auth/start?returnTo=/settings').catch(() => undefined);
  if (place === 'on a page') await loaded;
  await start?.reached;
  await visit(leaving, '/login/sign-out');
  await waitForSignInPage(leaving);
  start?.release();
  await loaded;
  // A tab that the account service let in just before the sign-out is signed out with the others.
  await Promise.all([leaving, watching, loading].map(waitForSignInPage));
  expect(await isSignedIn(leaving)).toBe(false);
  expect(await readSignInTarget(leaving)).toMatch(/\/sso\/interaction\//);
});

/** Holds the tab's request to start a sign-in, before it is sent or after it was answered, until it is released. */
async function holdStart(page: Page, place: (typeof places)[number]) {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route('**/auth/start?*', async (route) => {
    const response = place.startsWith('after') ? await route.fetch({ maxRedirects: 0 }) : null;
    reached.resolve();
    await released.promise;
    await (response === null ? route.continue() : route.fulfill({ response }));
  });
  return { reached: reached.promise, release: () => released.resolve() };
}

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
