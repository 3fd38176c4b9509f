import { type Db, statement } from '#platform/server/db/database.ts';

/** How long the old mailbox can take a corrected address back. No other account gets the address until then. */
export const revertLifetimeS = 7 * 86_400;

/** SQL: another account than `sub` had the address until a correction that its mailbox can still revert. */
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
