import type { Page } from 'playwright';

export const club = '/club';
export const levels = { openWater: 10, advanced: 30, ice: 56 };
export const activeUntil = /^Active until \w+ \d+, \d{4}$/;

export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay \$/ });
export const savings = (page: Page) => page.locator('section').filter({ hasText: 'Your savings' });
