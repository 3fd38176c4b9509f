import { assertSameOrigin } from '#platform/server/auth/access.ts';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import { takeRateLimitToken } from '#platform/server/http/rate-limit.ts';
import { getIpNetwork } from '#platform/server/http/ip-network.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import {
  assertMaySendVerification,
  checkCode,
  requirePassword,
  findCredentials,
  findLinkedAccount,
  hasActiveCode,
  sendVerification,
  spendVerificationLink,
} from '#features/identity/server/public.ts';
import { fail as failIdentity } from '#features/identity/shared/contract.ts';
import { fail } from '#features/account/shared/contract.ts';
import type { emailEndpoints } from '#features/identity/shared/email-contract.ts';
import { findCurrentSession } from '#features/account/server/sessions/session.ts';
import { closeUnverifiedAccount } from './delete-unverified-accounts.ts';
import { recordEmailVerification, type VisitorContext } from './record-verification.ts';

const linkLimit = { limit: 60, windowS: 3_600 };

export const emailHandlers: Handlers<typeof emailEndpoints> = {
  'POST email-verification/send': async (ctx, { body }) => {
    const { services, user } = ctx;
    const credentials = await findCredentials(ctx.db, user.sub);
    // Another issuer verifies its own addresses, and reports it with the next sign-in.
    if (credentials === null) throw fail('account.email_elsewhere');
    const { account } = credentials;
    if (account.email === null) throw failCall('not_found');
    const answer = { email: account.email, isVerified: account.isEmailVerified };
    if (account.isEmailVerified || (!body.isAgain && (await hasActiveCode(ctx.db, user.sub)))) return answer;
    await assertMaySendVerification(services, user.sub);
    await services.database.inTransaction(ctx.correlationId, (db) => sendVerification(db, services, account));
    return answer;
  },

  'POST email-verification/code': async (ctx, { body }) => {
    const { services, user } = ctx;
    const credentials = await findCredentials(ctx.db, user.sub);
    if (credentials === null) throw fail('account.email_elsewhere');
    if (credentials.account.isEmailVerified) return null;
    const outcome = await checkCode(services.database.db, services.env, user.sub, body.code);
    if (outcome === 'expired') throw failIdentity('identity.email_code_expired', { path: 'code' });
    if (outcome === 'wrong') throw failIdentity('identity.email_code_wrong', { path: 'code' });
    await services.database.inTransaction(ctx.correlationId, (db) =>
      recordEmailVerification(ctx, db, user.sub, { by: 'code', retainedSessionId: user.sessionId }),
    );
    return null;
  },

  'POST email-verification/check': async (ctx, { body }) => {
    await assertLinkRateLimit(ctx);
    const { account } = await requireLinkedAccount(ctx, body.token);
    return { email: account.email ?? '', isSignedIn: (await findOwnSessionId(ctx, account.sub)) !== null };
  },

  'POST email-verification/link': async (ctx, { body }) => {
    const { services } = ctx;
    assertSameOrigin(ctx.request, services.env.BASE_URL);
    await assertLinkRateLimit(ctx);
    const { sub } = (await requireLinkedAccount(ctx, body.token)).account;
    const retainedSessionId = await findOwnSessionId(ctx, sub);
    if (retainedSessionId === null) {
      if (body.password === undefined) throw failIdentity('identity.incorrect_password', { path: 'password' });
      await requirePassword(ctx, { sub, password: body.password });
    }
    await services.database.inTransaction(ctx.correlationId, async (db) => {
      await spendVerificationLink(db, body.token);
      await recordEmailVerification(ctx, db, sub, {
        by: retainedSessionId === null ? 'password' : 'link',
        retainedSessionId,
      });
    });
    return null;
  },

  'POST email-verification/not-me': async (ctx, { body }) => {
    assertSameOrigin(ctx.request, ctx.services.env.BASE_URL);
    await assertLinkRateLimit(ctx);
    const { sub } = (await requireLinkedAccount(ctx, body.token)).account;
    await spendVerificationLink(ctx.db, body.token);
    const isClosed = await closeUnverifiedAccount(ctx, sub);
    if (!isClosed) throw fail('account.not_empty');
    return null;
  },
};

async function requireLinkedAccount(ctx: VisitorContext, token: string) {
  const credentials = await findLinkedAccount(ctx.db, token);
  if (credentials === null) throw failIdentity('identity.link_expired');
  return credentials;
}

/** Returns the session of this browser if it belongs to the account. */
export async function findOwnSessionId({ services, db, request }: VisitorContext, sub: string): Promise<string | null> {
  const session = await findCurrentSession(services.env, db, request);
  return session?.sub === sub ? session.id : null;
}

export async function assertLinkRateLimit({ services, request }: VisitorContext): Promise<void> {
  const key = `email-link:${getIpNetwork(request.ip)}`;
  const { allowed, retryAfterS } = await takeRateLimitToken(services.database.db, { key, ...linkLimit });
  if (!allowed) throw failIdentity('identity.too_many_tries', { retryAfterS });
}
