import type { Page } from 'playwright';
import { expect, vi } from 'vitest';

declare module 'vitest' {
  interface Matchers<R, T> {
    /** Waits for the path with its query and the headline. */
    toShow: (address: string, heading: string | RegExp) => Promise<R & T>;
  }
}

const waitMs = 15_000;

expect.extend({
  async toShow(page: Page, address: string, heading: string | RegExp) {
    const expected = { address, headings: [matchHeading(heading)] };
    let actual: unknown = 'page not read yet';
    const assertShown = async () => {
      actual = await readPage(page);
      if (!this.equals(actual, expected)) throw new Error('page does not match yet');
      return true;
    };
    const pass = await vi.waitFor(assertShown, { timeout: waitMs }).catch(() => false);
    return { pass, message: () => `${address} does not show ${heading}`, actual, expected };
  },
});

/** Headlines with counts are matched by a pattern. */
export const matchHeading = (heading: string | RegExp): unknown =>
  typeof heading === 'string' ? heading : expect.stringMatching(heading);

async function readPage(page: Page): Promise<{ address: string; headings: string[] }> {
  return page.evaluate(() => ({
    address: location.pathname + location.search,
    headings: [...document.querySelectorAll('h1')].map((heading) => heading.textContent.trim()),
  }));
}
