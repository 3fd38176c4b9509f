import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Env } from '#platform/server/config/env.ts';
import { createRequestLimit } from '#platform/server/http/request-limit.ts';

/** Rendering a page takes about as long as ten API requests, most of it on the server's only thread. */
const requestsPerPage = 10;

/**
 * Whether the server renders the page of a request. Pages can't be rejected like API requests, so the browser renders those
 * that a busy server can't, and those beyond the limit of one network.
 */
export function createRenderLimit(
  app: Pick<FastifyInstance, 'isOverloaded'>,
  { RATE_LIMIT_PER_MIN }: Pick<Env, 'RATE_LIMIT_PER_MIN'>,
): (request: Pick<FastifyRequest, 'ip'>) => boolean {
  const countPage = createRequestLimit(Math.ceil(RATE_LIMIT_PER_MIN / requestsPerPage));
  return ({ ip }) => !app.isOverloaded() && countPage(ip) === null;
}
