import type { Page } from 'playwright';
import { expect } from 'vitest';
import { expectNoAxeViolations } from '#platform/testing/browser.ts';

/**
 * Checks the page with axe and for overflow on phones, and leaves it at desktop size. The contrast of dark mode is that of
 * the colour tokens.
 */
export async function checkAppearance(page: Page): Promise<void> {
  await expectNoAxeViolations(page);
  await checkWidths(page);
}

/** Checks for overflow on phones without reloading the page. */
export async function checkWidths(page: Page): Promise<void> {
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await checkWidth(page);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Checks the page with axe on a phone in dark mode. */
export async function checkDarkPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoAxeViolations(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Polls, because some elements are resized by script. */
async function checkWidth(page: Page): Promise<void> {
  await expect.poll(() => listOverhanging(page)).toEqual([]);
}

/** Elements outside the viewport's width, except in scrolling tab strips. */
function listOverhanging(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const parts = ':is(header, main, footer, nav, [role=dialog]) :is(h1, h2, p, a, button)';
    const cutOff = [...document.querySelectorAll(parts)].filter((part) => {
      const { left, right, width } = part.getBoundingClientRect();
      return (
        width > 1 && (left < 0 || right > innerWidth) && part.closest('[data-part=tabs], [data-part=scroller]') === null
      );
    });
    const { scrollWidth } = document.documentElement;
    const widest = [...document.querySelectorAll('body *')].filter((part) => {
      const { left, right } = part.getBoundingClientRect();
      return scrollWidth > innerWidth && (left < 0 || right > innerWidth);
    });
    return [...new Set([...cutOff, ...widest])].map((part) => part.outerHTML.slice(0, 200));
  });
}
