import type { Page } from 'playwright';
import { runSql } from '#test/support/e2e/database.ts';

export const club = '/club';
export const levels = { openWater: 10, advanced: 30, ice: 56 };
export const until = /^Active until \w+ \d+, \d{4}$/;

/** Certifies the person the given number of days ago, without an eCard. */
export async function certify(email: string, levelId: number, daysAgo: number): Promise<void> {
  await runSql(
    `insert into certification (affiliate_id, level_id, cert_date)
     select affiliate_id, $2, current_date - $3::int from person where email = $1`,
    [email, levelId, daysAgo],
  );
}

export const pay = (page: Page) => page.getByRole('button', { name: /^Pay \$/ });
export const ledger = (page: Page) => page.locator('section').filter({ hasText: 'What you’ve saved' });
