import type { Locator } from 'playwright';
import { expect } from 'vitest';

/** Counts elements once the page has loaded: its headline is there, and no part of it waits for content. */
export async function countWhenLoaded(locator: Locator): Promise<number> {
  const page = locator.page();
  await page.waitForLoadState('load');
  await page.locator('main h1').first().waitFor();
  await expect.poll(() => page.locator('[aria-busy=true], [data-part=skeleton]').count()).toBe(0);
  return locator.count();
}
