import { type Db, statement } from '#platform/server/db/database.ts';

/** How long the old mailbox can revert a corrected address. No other account can use the address until then. */
export const revertLifetimeS = 7 * 86_400;

/** SQL condition: an account other than `sub` had the address before a correction that its mailbox can still revert. */
export const isEmailReservedSql = (email: string, sub: string) => `exists (
  select from email_correction c join person p using (affiliate_id)
  where lower(c.old_email) = lower(${email}) and p.sub <> ${sub} and c.reverted_at is null
    and c.confirmed_at > now() - make_interval(secs => ${revertLifetimeS}))`;

const selectReserved = statement<{ reserved: boolean }, [email: string, sub: string]>(
  `select ${isEmailReservedSql('$1', '$2')} as reserved`,
);

export async function isEmailReserved(db: Db, email: string, sub = ''): Promise<boolean> {
  return (await selectReserved(db, email, sub))[0]?.reserved ?? false;
}
