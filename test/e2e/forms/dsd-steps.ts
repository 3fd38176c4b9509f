import type { Page } from 'playwright';
import { runSql } from '#test/support/e2e/database.ts';

export const confirmation = 'Who’s taking you diving?';
export const dashboard = '/training/dashboard';

export const setCheckpoint = (email: string, status: string) =>
  runSql(
    `insert into dsd_checkpoint (affiliate_id, store_number, status)
     select affiliate_id, 20001, $2 from person where email = $1
     on conflict (affiliate_id) do update set store_number = 20001, member_number = null, status = excluded.status,
       updated_at = now()`,
    [email, status],
  );

export const checkpointOf = async (email: string) =>
  (
    await runSql<{ store: number | null; member: number | null; status: string }>(
      `select c.store_number as store, c.member_number as member, c.status
       from dsd_checkpoint c join person p using (affiliate_id) where p.email = $1`,
      [email],
    )
  )[0];

export async function find(page: Page, kind: 'Dive center' | 'Instructor', number: string): Promise<void> {
  await page.getByText(kind, { exact: true }).click();
  await page.getByLabel(kind === 'Instructor' ? 'Instructor number' : 'Store number').fill(number);
  await page.keyboard.press('Enter');
}
