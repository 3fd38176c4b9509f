import { demandOwnOrigin } from '../../../../platform/server/access.ts';
import type { Handlers } from '../../../../platform/server/calls.ts';
import { takeToken } from '../../../../platform/server/limits.ts';
import { networkOf } from '../../../../platform/server/network.ts';
import { fail as failCall } from '../../../../platform/shared/errors.ts';
import {
  assertMaySendVerification,
  checkCode,
  demandPassword,
  findCredentials,
  findLinkedAccount,
  hasLiveCode,
  sendVerification,
  spendVerificationLink,
} from '../../../identity/server/public.ts';
import { fail as failIdentity } from '../../../identity/shared/contract.ts';
import { fail } from '../../shared/contract.ts';
import type { emailCalls } from '../../../identity/shared/email-contract.ts';
import { sessionOf } from '../session.ts';
import { closeUnverified } from './cleanup.ts';
import { recordProof, type Visitor } from './proof.ts';

const linkLimit = { limit: 60, windowS: 3_600 };

export const emailHandlers: Handlers<typeof emailCalls> = {
  'POST email-verification/send': async (ctx, { body }) => {
    const { services, user } = ctx;
    const credentials = await findCredentials(ctx.db, user.sub);
    // Another issuer proves its own addresses, and says so with the next sign-in.
    if (credentials === null) throw fail('account.email_elsewhere');
    const { account } = credentials;
    if (account.email === null) throw failCall('not_found');
    const answer = { email: account.email, isVerified: account.isEmailVerified };
    if (account.isEmailVerified || (!body.isAgain && (await hasLiveCode(ctx.db, user.sub)))) return answer;
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
      recordProof(ctx, db, user.sub, { by: 'code', keepSessionId: user.sessionId }),
    );
    return null;
  },

  'POST email-verification/check': async (ctx, { body }) => {
    await slowLinks(ctx);
    const { account } = await requireLinked(ctx, body.token);
    return { email: account.email ?? '', isSignedIn: (await ownSession(ctx, account.sub)) !== null };
  },

  'POST email-verification/link': async (ctx, { body }) => {
    const { services } = ctx;
    demandOwnOrigin(ctx.request, services.env.BASE_URL);
    await slowLinks(ctx);
    const { sub } = (await requireLinked(ctx, body.token)).account;
    const keepSessionId = await ownSession(ctx, sub);
    if (keepSessionId === null) {
      if (body.password === undefined) throw failIdentity('identity.incorrect_password', { path: 'password' });
      await demandPassword(ctx, { sub, password: body.password });
    }
    await services.database.inTransaction(ctx.correlationId, async (db) => {
      await spendVerificationLink(db, body.token);
      await recordProof(ctx, db, sub, { by: keepSessionId === null ? 'password' : 'link', keepSessionId });
    });
    return null;
  },

  'POST email-verification/not-me': async (ctx, { body }) => {
    demandOwnOrigin(ctx.request, ctx.services.env.BASE_URL);
    await slowLinks(ctx);
    const { sub } = (await requireLinked(ctx, body.token)).account;
    await spendVerificationLink(ctx.db, body.token);
    const isClosed = await closeUnverified(ctx.db, sub, ctx.correlationId);
    if (!isClosed) throw fail('account.not_empty');
    return null;
  },
};

async function requireLinked(ctx: Visitor, token: string) {
  const credentials = await findLinkedAccount(ctx.db, token);
  if (credentials === null) throw failIdentity('identity.link_expired');
  return credentials;
}

/** The session of this browser, if it is one of this account. */
export async function ownSession({ services, db, request }: Visitor, sub: string): Promise<string | null> {
  const session = await sessionOf(services.env, db, request);
  return session?.sub === sub ? session.id : null;
}

export async function slowLinks({ services, request }: Visitor): Promise<void> {
  const key = `email-link:${networkOf(request.ip)}`;
  const { allowed, retryAfterS } = await takeToken(services.database.db, { key, ...linkLimit });
  if (!allowed) throw failIdentity('identity.too_many_tries', { retryAfterS });
}
