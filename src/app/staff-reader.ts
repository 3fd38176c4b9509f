import type { FastifyRequest } from 'fastify';
import { sessionOf } from '../features/account/server/public.ts';
import { authenticate, demandAccess, header } from '../platform/server/access.ts';
import type { Services } from '../platform/server/context.ts';
import { canCall } from '../platform/shared/access.ts';
import { fail } from '../platform/shared/errors.ts';

/** For pages that only staff may open: a bearer token, or the session cookie of a browser that follows a link. */
export async function requireStaffReader(services: Services, request: FastifyRequest): Promise<void> {
  const { env, database, tokens } = services;
  const authorization = header(request, 'authorization');
  if (authorization !== undefined)
    return demandAccess(['staff'], await authenticate(tokens, authorization, header(request, 'affiliate-id')));
  const session = await sessionOf(env, database.db, request);
  if (session === undefined) throw fail('session.missing');
  if (!canCall(['staff'], session.affiliate_type_id)) throw fail('access.denied');
}
