import type { Page } from 'playwright';
import { expect, vi } from 'vitest';

declare module 'vitest' {
  interface Matchers<R, T> {
    /** The address with its query, and the headline, once both are there. */
    toShow: (address: string, heading: string | RegExp) => Promise<R & T>;
  }
}

const waitMs = 15_000;

expect.extend({
  async toShow(page: Page, address: string, heading: string | RegExp) {
    const expected = { address, headings: [matchHeading(heading)] };
    let actual: unknown = 'nothing yet';
    const look = async () => {
      actual = await readPage(page);
      if (!this.equals(actual, expected)) throw new Error('not yet');
      return true;
    };
    const pass = await vi.waitFor(look, { timeout: waitMs }).catch(() => false);
    return { pass, message: () => `${address} does not show ${heading}`, actual, expected };
  },
});

/** A headline that counts what is left is known by its shape only. */
export const matchHeading = (heading: string | RegExp): unknown =>
  typeof heading === 'string' ? heading : expect.stringMatching(heading);

async function readPage(page: Page): Promise<{ address: string; headings: string[] }> {
  return page.evaluate(() => ({
    address: location.pathname + location.search,
    headings: [...document.querySelectorAll('h1')].map((heading) => heading.textContent.trim()),
  }));
}
