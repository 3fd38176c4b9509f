import { describe, expect, it } from 'vitest';
import { checkDarkPhone, checkWidths } from '#test/support/e2e/check-appearance.ts';
import { walkRole, walks, walkTimeoutMs } from '#test/support/e2e/walk-roles.ts';

// pages.e2e.ts checks the pages in English on a desktop in light mode.
describe('on phones, in dark mode and in Arabic', () => {
  it.each(walks)('finds no problem on the pages of: %s', { timeout: walkTimeoutMs }, async (role) => {
    expect(await walkRole(role, { 'en-US': checkDarkPhone, 'ar-SA': checkWidths })).toEqual([]);
  });
});
