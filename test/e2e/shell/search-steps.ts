import type { Locator } from 'playwright';
import { expect } from 'vitest';
import { openPage, visit } from '#platform/testing/browser.ts';

export interface SearchCase {
  role: 'diver' | 'instructor' | 'store' | 'staff';
  path: string;
  label: string;
  /** The parameter of the URL, or of the request if the search is not in the URL. */
  parameter: string;
  isInUrl?: boolean;
}

const isFocused = (field: Locator) => field.evaluate((element) => element === document.activeElement);

/**
 * Focuses the search with a slash, types, and searches with Enter. The clock stands still then, so the pause that would
 * search without Enter does not end. Returns the text that was searched for.
 */
export async function searchByKeys({ role, path, label, parameter, isInUrl = true }: SearchCase): Promise<string> {
  const page = await openPage({ signedInAs: `${role}@demo.test`, isLeftBehind: true });
  await page.clock.install();
  await visit(page, path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const field = page.getByRole('searchbox', { name: label });
  await expect
    .poll(async () => {
      // Some pages focus their search themselves.
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await page.keyboard.press('/');
      return (await field.count()) > 0 && isFocused(field);
    })
    .toBe(true);
  expect(await field.inputValue()).toBe('');
  // A slash is a letter while someone types.
  await field.pressSequentially('a/');
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
  await page.keyboard.press('b');
  const isSearched = (url: URL) => url.searchParams.get(parameter) === 'a/b';
  const searched = isInUrl
    ? page.waitForURL(isSearched)
    : page.waitForRequest((request) => isSearched(new URL(request.url())));
  await page.keyboard.press('Enter');
  await searched;
  return field.inputValue();
}
