import { sql } from 'kysely';
import type { Context } from '#platform/server/http/context.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import { clearPassword, revokeAccountGrants, removeCredentialsSince } from '#features/identity/server/public.ts';
import { endSession } from '#features/account/server/sessions/session.ts';
import { listOpenSessions } from '#features/account/server/sessions/queries.ts';

/**
 * When this guardian first set the child's password, and whether a reset by mail or another guardian has replaced the
 * last one they set. The child's own changes don't count, because the guardian could sign in as the child.
 */
const findKnownPassword = query((db, p: Params<{ affiliateId: number; guardianId: number }>) =>
  db
    .with('changes', (db) =>
      db
        .selectFrom('audit_entry as e')
        .select(['e.actor_affiliate_id as actor', 'e.at', 'e.seq'])
        .where(sql<boolean>`e.subject = 'person:' || ${p.affiliateId}::bigint`)
        .where('e.action', '=', 'account.password_changed'),
    )
    .with('own', (db) =>
      db
        .selectFrom('changes')
        .select((eb) => [
          eb.fn.min<Date | null>('at').as('since'),
          eb.fn.max<Date | null>('at').as('last_at'),
          eb.fn.max<number | null>('seq').as('last_seq'),
        ])
        .where('actor', '=', p.guardianId),
    )
    .selectFrom('own')
    .select((eb) => [
      'own.since',
      eb
        .or([
          eb.exists(
            eb
              .selectFrom('changes as c')
              .select('c.seq')
              .where('c.actor', 'not in', [p.affiliateId, p.guardianId])
              .whereRef('c.seq', '>', 'own.last_seq'),
          ),
          eb.exists(
            eb
              .selectFrom('security_log as s')
              .select('s.id')
              .where('s.affiliate_id', '=', p.affiliateId)
              .where('s.kind', '=', 'password.reset')
              .whereRef('s.occurred_at', '>', 'own.last_at'),
          ),
        ])
        .as('isReplaced'),
    ]),
);

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
  await revokeAccountGrants(db, { sub });
  for (const { id } of await listOpenSessions(db, { affiliateId }))
    await endSession(db, { affiliate_id: affiliateId, id, sub, email });
  const known = await findKnownPassword.first(db, { affiliateId, guardianId });
  if (!known?.since) return { isPasswordCleared: false, removedCredentials: 0 };
  const removedCredentials = await removeCredentialsSince(db, sub, known.since);
  return { isPasswordCleared: !known.isReplaced && (await clearPassword(db, sub)), removedCredentials };
}
