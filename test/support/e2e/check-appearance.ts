import type { Page } from 'playwright';
import { expect } from 'vitest';
import { expectNoAxeViolations } from '#platform/testing/browser.ts';

/** The page as it stands: no fault that axe finds by day and by night, and nothing cut off down to 320 px. */
export async function checkAppearance(page: Page): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme: 'light' });
    await expectNoAxeViolations(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectNoAxeViolations(page, 'colours');
    await checkWidth(page);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await checkWidth(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
}

/** A part that follows the width by script does so a moment later. */
async function checkWidth(page: Page): Promise<void> {
  await expect.poll(() => listOverhanging(page)).toEqual([]);
}

/** What of the page can only be seen by scrolling sideways, or not at all; a strip of tabs scrolls by itself. */
function listOverhanging(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const parts = ':is(header, main, footer, nav, [role=dialog]) :is(h1, h2, p, a, button)';
    const cutOff = [...document.querySelectorAll(parts)].filter((part) => {
      const { left, right, width } = part.getBoundingClientRect();
      return width > 1 && (left < 0 || right > innerWidth) && part.closest('.tabs, .stops, .pills') === null;
    });
    const { scrollWidth } = document.documentElement;
    const widest = [...document.querySelectorAll('body *')].filter((part) => {
      const { left, right } = part.getBoundingClientRect();
      return scrollWidth > innerWidth && (left < 0 || right > innerWidth);
    });
    return [...new Set([...cutOff, ...widest])].map((part) => part.outerHTML.slice(0, 200));
  });
}
