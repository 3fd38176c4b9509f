import type { Context } from '#platform/server/http/context.ts';
import { statement } from '#platform/server/db/database.ts';
import { clearPassword, revokeAccountGrants, removeCredentialsSince } from '#features/identity/server/public.ts';
import { endSession } from '#features/account/server/sessions/session.ts';
import { listOpenSessions } from '#features/account/server/queries.ts';

/**
 * When this guardian first set the child's password, and whether a reset by mail or another guardian has replaced the
 * last one they set. The child's own changes don't count, because the guardian could sign in as the child.
 */
const selectKnownPassword = statement<
  { since: Date | null; isReplaced: boolean },
  [affiliateId: number, guardianId: number]
>(`
  with changes as (
    select e.actor_affiliate_id as actor, e.at, e.seq from audit_entry e
    where e.subject = 'person:' || $1::bigint and e.action = 'account.password_changed'
  ), own as (select min(at) as since, max(at) as last_at, max(seq) as last_seq from changes where actor = $2)
  select own.since,
    exists (select from changes c where c.actor not in ($1, $2) and c.seq > own.last_seq)
      or exists (select from security_event s
        where s.affiliate_id = $1 and s.kind = 'password.reset' and s.occurred_at > own.last_at) as "isReplaced"
  from own`);

export interface EndedAccess {
  isPasswordCleared: boolean;
  /** Passkeys and factors that were removed. */
  removedCredentials: number;
}

/**
 * A former guardian may have a browser that is signed in to the child's account, know the password, or have added a
 * passkey. Every session ends, including those at the account service, and credentials from after they first set the
 * password are removed.
 */
export async function endGuardianAccess(
  { db }: Pick<Context, 'db'>,
  child: { affiliateId: number; sub: string; email: string | null },
  guardianId: number,
): Promise<EndedAccess> {
  const { affiliateId, sub, email } = child;
  await revokeAccountGrants(db, sub);
  for (const { id } of await listOpenSessions(db, { affiliateId }))
    await endSession(db, { affiliate_id: affiliateId, id, sub, email });
  const [known] = await selectKnownPassword(db, affiliateId, guardianId);
  if (!known?.since) return { isPasswordCleared: false, removedCredentials: 0 };
  const removedCredentials = await removeCredentialsSince(db, sub, known.since);
  return { isPasswordCleared: !known.isReplaced && (await clearPassword(db, sub)), removedCredentials };
}
