import type { FastifyReply } from 'fastify';
import { type Db, statement } from '#platform/server/db/database.ts';
import type { Env } from '#platform/server/config/env.ts';
import { emailPromptCookie } from '#features/identity/shared/rules.ts';

const lifetimeS = 600;

const findUnverified = statement<{ sub: string }, [affiliateId: number]>(
  'select sub from person where affiliate_id = $1 and email is not null and email_verified_at is null',
);

/**
 * Makes the page after a sign-in show the code dialog, once. The page deletes the cookie. Only our own account service
 * sends codes; an external issuer verifies its addresses itself.
 */
export async function promptForEmailCode(env: Env, db: Db, reply: FastifyReply, affiliateId: number): Promise<void> {
  if (env.OIDC_ISSUER !== undefined || (await findUnverified(db, affiliateId)).length === 0) return;
  reply.setCookie(emailPromptCookie, '1', {
    path: '/',
    secure: env.BASE_URL.startsWith('https:'),
    sameSite: 'lax',
    maxAge: lifetimeS,
  });
}
