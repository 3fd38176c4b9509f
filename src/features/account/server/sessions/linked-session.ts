import { assertSameOrigin } from '#platform/server/auth/access.ts';
import type { Context } from '#platform/server/http/context.ts';
import { recordSecurityEvent } from '#platform/server/auth/security-events.ts';
import type { Principal } from '#platform/server/auth/access-tokens.ts';
import { fail } from '#features/account/shared/contract.ts';
import { endSession, findCurrentSession, startSession } from './session.ts';
import { listLinkedSessions } from './queries.ts';

/**
 * Signs a person in on this browser with another person's link, without the account service. A different signed-in
 * person is never replaced: they have to sign out first.
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

/**
 * Ends sessions from a guardian's link: the guardian may hold that browser, and is no longer allowed to act for the
 * child.
 */
export async function endLinkedSessions({ db }: Pick<Context, 'db'>, affiliateId: number): Promise<void> {
  for (const session of await listLinkedSessions(db, { affiliateId })) await endSession(db, session);
}
