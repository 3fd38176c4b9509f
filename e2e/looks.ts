import type { Page } from 'playwright';
import { expect } from 'vitest';
import { checkAxe } from '../src/platform/testing/browser.ts';

/** The page as it stands: no fault that axe finds by day and by night, and nothing cut off down to 320 px. */
export async function checkLooks(page: Page): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme: 'light' });
    await checkAxe(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await checkAxe(page, 'colours');
    expect(await overhangPx(page)).toBe(0);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await overhangPx(page)).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
}

/** How far the page can be scrolled sideways, or anything to read or press is cut off; a strip of tabs scrolls by itself. */
function overhangPx(page: Page): Promise<number> {
  return page.evaluate(() => {
    const parts = [
      ...document.querySelectorAll(':is(header, main, footer, nav, [role=dialog]) :is(h1, h2, p, a, button)'),
    ]
      .filter((part) => part.closest('.tabs, .stops, .pills') === null)
      .map((part) => part.getBoundingClientRect())
      .filter(({ width }) => width > 1);
    const cutOff = parts.map(({ left, right }) => Math.max(-left, right - innerWidth));
    return Math.max(0, document.documentElement.scrollWidth - innerWidth, ...cutOff);
  });
}
