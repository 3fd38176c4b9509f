import type { Page } from 'playwright';
import { pressKeyOn } from '#test/support/e2e/keyboard.ts';

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** Checks every acknowledgment on the page. */
export async function tickAll(page: Page): Promise<void> {
  const boxes = page.getByRole('checkbox', { checked: false });
  while ((await boxes.count()) > 0) await pressKeyOn(boxes.first(), 'Space');
}
