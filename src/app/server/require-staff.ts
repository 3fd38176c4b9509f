import type { FastifyRequest } from 'fastify';
import { findCurrentSession } from '#features/account/server/public.ts';
import { authenticate, assertAccess, getHeader } from '#platform/server/auth/access.ts';
import type { Services } from '#platform/server/http/context.ts';
import { hasAccess } from '#platform/shared/access.ts';
import { fail } from '#platform/shared/errors.ts';

/** Accepts a bearer token or, for links opened in a browser, the session cookie. */
export async function requireStaff(services: Services, request: FastifyRequest): Promise<void> {
  const { env, database, tokens } = services;
  const authorization = getHeader(request, 'authorization');
  if (authorization !== undefined)
    return assertAccess(['staff'], authenticate(tokens, authorization, getHeader(request, 'affiliate-id')));
  const session = await findCurrentSession(env, database.db, request);
  if (session === undefined) throw fail('session.missing');
  if (!hasAccess(['staff'], session.affiliate_type_id)) throw fail('access.denied');
}
