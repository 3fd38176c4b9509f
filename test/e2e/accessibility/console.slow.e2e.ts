import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { openPage } from '#platform/testing/browser.ts';
import { allRoles, walkOtherRoles, walkRoles } from '#test/support/e2e/walk-roles.ts';

const problemsByPage = new WeakMap<Page, string[]>();

/** Collects errors and warnings of the page's scripts, uncaught errors, failed requests and error responses. */
function collectProblems(page: Page): string[] {
  const known = problemsByPage.get(page);
  if (known !== undefined) return known;
  const problems: string[] = [];
  problemsByPage.set(page, problems);
  page.on('console', (message) => {
    if (['error', 'warning', 'assert'].includes(message.type())) problems.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', ({ message }) => problems.push(`uncaught: ${message}`));
  page.on('requestfailed', (request) => {
    // A reload ends the requests of the page before it.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED')
      problems.push(`${request.failure()?.errorText}: ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()}: ${response.url()}`);
  });
  return problems;
}

/** Loads the page again on a phone and on a desktop, because only a loaded page is hydrated. */
async function checkConsole(page: Page): Promise<void> {
  const problems = collectProblems(page);
  problems.length = 0;
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.reload();
    await expect
      .poll(() => page.locator('#root[aria-busy], [aria-busy=true], [data-part=skeleton]').count(), { message: 'busy' })
      .toBe(0);
    await page.locator('h1').first().waitFor({ state: 'attached' });
    expect(problems, `${width} px wide`).toEqual([]);
  }
}

walkRoles(allRoles, { 'en-US': checkConsole });
walkOtherRoles(checkConsole);

describe('the console', () => {
  it('is read', async () => {
    const page = await openPage({
      signedInAs: 'diver@demo.test',
      expectedProblems: [/status of 404/, /not a function/],
    });
    const problems = collectProblems(page);
    await page.goto('/settings');
    await page.evaluate("console.warn('a warning')");
    await page.evaluate(async () => {
      queueMicrotask(() => {
        throw new TypeError('not a function');
      });
      await fetch('/api/nothing-here');
    });
    await expect
      .poll(() => problems)
      .toEqual(
        expect.arrayContaining([
          'warning: a warning',
          expect.stringContaining('not a function'),
          expect.stringMatching(/^404: /),
        ]),
      );
  });
});
