import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { visit } from '#platform/testing/browser.ts';
import '#test/support/e2e/expect-page.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const journal = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')));

/** Ends the renderer right after the last key, without any event in the page, and opens another tab. */
async function killRenderer(page: Page): Promise<Page> {
  const context = page.context();
  const session = await context.newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  void session.send('Page.crash').catch(() => undefined);
  await crashed;
  const next = await context.newPage();
  await page.close();
  return next;
}

describe('a tab killed mid-word', () => {
  it('restores an unsaved profile', async () => {
    const { page } = await openPageAsNewUser({ isLeftBehind: true });
    await visit(page, '/profile');
    await expect(page).toShow('/profile', 'Nora Fjord');
    await field(page, 'Last name').fill('');
    await field(page, 'Last name').pressSequentially('Bergm');
    const next = await killRenderer(page);
    await visit(next, '/profile');
    await next.getByText('You have unsaved changes.').waitFor();
    expect(await field(next, 'Last name').inputValue()).toBe('Bergm');
    // The journal is emptied into IndexedDB, from which the next tab reads.
    await expect.poll(() => journal(next)).toEqual([]);
    const last = await killRenderer(next);
    await visit(last, '/profile');
    await last.getByText('You have unsaved changes.').waitFor();
    expect(await field(last, 'Last name').inputValue()).toBe('Bergm');
  });

  it('restores an unsaved dive', async () => {
    const { page } = await openPageAsNewUser({ isLeftBehind: true });
    await visit(page, '/logbook/log-dive/recreational/create');
    await page.locator('#log-dive_title').pressSequentially('Harbour Gul');
    const next = await killRenderer(page);
    await visit(next, '/logbook/log-dive/recreational/create');
    await expect.poll(() => next.locator('#log-dive_title').inputValue()).toBe('Harbour Gul');
  });
});
