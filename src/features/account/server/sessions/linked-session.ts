import { assertSameOrigin } from '#platform/server/auth/access.ts';
import type { Context } from '#platform/server/http/context.ts';
import { recordSecurityEvent } from '#platform/server/auth/security-events.ts';
import type { Principal } from '#platform/server/auth/access-tokens.ts';
import { fail } from '#features/account/shared/contract.ts';
import { endSession, findCurrentSession, startSession } from './session.ts';
import { listLinkedSessions } from '#features/account/server/queries.ts';

/**
 * This browser becomes somebody's who was let in by another, without the account service. Never in the place of somebody
 * else's who is signed in there: they are to sign out first.
 */
export async function startLinkedSession(
  { services, db, request, reply }: Context<Principal | null>,
  affiliateId: number,
  lifetimeMs: number,
): Promise<void> {
  assertSameOrigin(request, services.env.BASE_URL);
  const current = await findCurrentSession(services.env, db, request);
  if (current && current.affiliate_id !== affiliateId) throw fail('account.other_session');
  const sessionId = await startSession(services, db, request, reply, { affiliateId, origin: 'link', lifetimeMs });
  await recordSecurityEvent(db, request, {
    kind: 'session.created_from_token',
    affiliateId,
    sessionId,
    data: { by: 'guardian' },
  });
}

/** Who let somebody in may hold that browser themselves: when they have no say any more, it is nobody's. */
export async function endLinkedSessions({ db }: Pick<Context, 'db'>, affiliateId: number): Promise<void> {
  for (const session of await listLinkedSessions(db, affiliateId)) await endSession(db, session);
}
