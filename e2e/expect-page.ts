import type { Page } from 'playwright';
import { expect } from 'vitest';

/** The address with its query, and the headline, once both are there. */
export async function expectPage(page: Page, address: string, heading: string): Promise<void> {
  await expect.poll(() => lookAt(page)).toEqual({ address, headings: [heading] });
}

async function lookAt(page: Page): Promise<{ address: string; headings: string[] }> {
  return page.evaluate(() => ({
    address: location.pathname + location.search,
    headings: [...document.querySelectorAll('h1')].map((heading) => heading.textContent.trim()),
  }));
}
