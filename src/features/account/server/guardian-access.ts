import type { Context } from '../../../platform/server/context.ts';
import { statement } from '../../../platform/server/db.ts';
import { clearPassword, forgetAccount } from '../../identity/server/public.ts';
import { endSession } from './session.ts';
import { listSessionIds } from './sql.ts';

/** The newest change of the password, unless a reset by mail has replaced that password since. */
const selectPasswordChange = statement<{ actor: number | null; at: Date }, [affiliateId: number]>(`
  select e.actor_affiliate_id::int as actor, e.at from audit_entry e
  where e.subject = 'person:' || $1::bigint and e.action = 'account.password_changed'
    and not exists (select from security_event s
      where s.affiliate_id = $1 and s.kind = 'password.reset' and s.occurred_at > e.at)
  order by e.seq desc limit 1`);

/**
 * A former guardian may hold a browser that is signed in to the child's account, or know a password they set for it.
 * Every session ends, also at the account service, and such a password is cleared. Returns whether it was.
 */
export async function endGuardianAccess(
  { services, db }: Pick<Context, 'services' | 'db'>,
  child: { affiliateId: number; sub: string; email: string | null },
  guardianId: number,
): Promise<boolean> {
  const { affiliateId, sub, email } = child;
  await forgetAccount(db, sub);
  for (const id of await listSessionIds(db, affiliateId))
    await endSession(services, db, { affiliate_id: affiliateId, id, sub, email });
  const [change] = await selectPasswordChange(db, affiliateId);
  if (change?.actor !== guardianId) return false;
  return clearPassword(db, sub, change.at);
}
