import type { FastifyReply } from 'fastify';
import type { Db } from '#platform/server/db/database.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import type { Env } from '#platform/server/config/env.ts';
import { hasSecureCookies } from '#platform/server/http/cookies.ts';
import { getCookieName } from '#platform/shared/cookie-name.ts';
import { emailPromptCookie } from '#features/identity/shared/rules.ts';

const lifetimeS = 600;

const findUnverified = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .selectFrom('person')
    .select('sub')
    .where('affiliate_id', '=', p.affiliateId)
    .where('email', 'is not', null)
    .where('email_verified_at', 'is', null),
);

/**
 * Makes the page after a sign-in show the code dialog, once. The page deletes the cookie. Only our own account service
 * sends codes; an external issuer verifies its addresses itself.
 */
export async function promptForEmailCode(env: Env, db: Db, reply: FastifyReply, affiliateId: number): Promise<void> {
  if (env.OIDC_ISSUER !== undefined || (await findUnverified.first(db, { affiliateId })) === undefined) return;
  const secure = hasSecureCookies(env);
  reply.setCookie(getCookieName(emailPromptCookie, secure), '1', {
    path: '/',
    secure,
    sameSite: 'lax',
    maxAge: lifetimeS,
  });
}
