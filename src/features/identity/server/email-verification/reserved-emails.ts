import { type Db, statement } from '#platform/server/db/database.ts';

/** How long the old mailbox can revert a corrected address. No other account can use the address until then. */
export const revertLifetimeS = 7 * 86_400;

const selectReserved = statement<{ reserved: boolean }, [email: string, sub: string]>(`
  select exists (
    select from email_correction c join person p using (affiliate_id)
    where lower(c.old_email) = lower($1) and p.sub <> $2 and c.reverted_at is null
      and c.confirmed_at > now() - make_interval(secs => ${revertLifetimeS})) as reserved`);

/** Whether an account other than `sub` had the address before a correction that its mailbox can still revert. */
export async function isEmailReserved(db: Db, email: string, sub = ''): Promise<boolean> {
  return (await selectReserved(db, email, sub))[0]?.reserved ?? false;
}
