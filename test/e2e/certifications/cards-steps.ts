import type { Page } from 'playwright';
import type { PageOptions } from '#platform/testing/browser.ts';
import { countStoryDays } from '#demo/world/timeline.ts';
import { openAt } from '#test/support/e2e/open-at.ts';

/** The demo diver's first card, five and a half years ago. */
export const certifiedOn = (dateStyle: 'medium' | 'long') =>
  new Date(Date.now() - countStoryDays(5, '05-18') * 86_400_000).toLocaleDateString('en-US', {
    dateStyle,
    timeZone: 'UTC',
  });

export const diver = { email: 'diver@demo.test', affiliateId: 400_001, openWater: 20_471_101 };

export const open = (address: string, options: PageOptions = {}) =>
  openAt(address, { signedInAs: diver.email, ...options });

/** The levels of the cards below, without future ones. */
export const levelsOf = (page: Page) =>
  page
    .locator('[data-part=cards] a[href*="/certifications/"]')
    .locator('.ecard-level, .ecard-ghost > b')
    .allInnerTexts();

export const topOf = (page: Page) => page.locator('[data-part=top-card]');
