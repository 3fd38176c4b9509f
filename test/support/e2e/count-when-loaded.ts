import type { Locator } from 'playwright';
import { expect } from 'vitest';

/** Counts elements once the page has loaded: its requests are answered, and no part of it waits for content. */
export async function countWhenLoaded(locator: Locator): Promise<number> {
  const page = locator.page();
  await page.waitForLoadState('networkidle');
  await expect.poll(() => page.locator('[aria-busy=true], [data-part=skeleton]').count()).toBe(0);
  return locator.count();
}
