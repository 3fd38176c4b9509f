import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { authenticateContext, openPage, visit } from '#platform/testing/browser.ts';

const credentials = { email: 'candidate@demo.test', password: 'Diver123' };
const isVisible = (page: Page) => page.evaluate(() => document.querySelector('main')?.checkVisibility());

/** The browser's cache of pages isn't available without a window, so the page gets the events of storing and restoring it. */
const leave = (page: Page) =>
  page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
const comeBack = (page: Page) =>
  page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));

/** Opens the profile. Requests for its session are answered when `answer` is called. */
async function openProfile() {
  const page = await openPage({ isLeftBehind: true });
  let held = Promise.withResolvers<void>();
  await page.route('**/api/graphql', async (route) => {
    if (route.request().postData()?.includes('createSession')) await held.promise;
    await route.continue();
  });
  await authenticateContext(page.context(), 'sign-in', credentials);
  await visit(page, '/profile');
  await page.locator('main h1').waitFor();
  await page.locator('#root[aria-busy]').waitFor({ state: 'detached' });
  const answer = () => {
    held.resolve();
    held = Promise.withResolvers();
  };
  return { page, answer };
}

it('hides a page that the browser stores until the session is confirmed', async () => {
  const { page, answer } = await openProfile();
  expect(await isVisible(page)).toBe(true);
  await leave(page);
  expect(await isVisible(page)).toBe(false);
  const asked = page.waitForRequest((request) => request.postData()?.includes('createSession') === true);
  await comeBack(page);
  await asked;
  expect(await isVisible(page)).toBe(false);
  answer();
  await expect.poll(() => isVisible(page)).toBe(true);
});

it('opens the sign-in page instead of the page of a person whose session has ended', async () => {
  const { page, answer } = await openProfile();
  await leave(page);
  await page.context().clearCookies();
  const asked = page.waitForRequest((request) => request.postData()?.includes('createSession') === true);
  await comeBack(page);
  await asked;
  expect(await isVisible(page)).toBe(false);
  answer();
  await page.locator('input[name=password]').waitFor();
});
