import type { FastifyRequest } from 'fastify';

/** What a route is for. Requests that match no route are answered with a page, or with 404. */
export type RouteKind = 'account' | 'api' | 'asset' | 'content' | 'page' | 'sign-in';

const kinds = new Map<string, RouteKind>([
  ['api', 'api'],
  ['assets', 'asset'],
  ['auth', 'sign-in'],
  ['scorm', 'content'],
  ['sso', 'account'],
]);

/**
 * The kind of the route that a request matched, which decides its host, headers and limits. The address decides nothing: the
 * router also accepts `/%61pi/` and `http://host/api/` for `/api/`.
 */
export function getRouteKind({ routeOptions }: FastifyRequest): RouteKind {
  const [, prefix = ''] = (routeOptions.url ?? '').split('/');
  return kinds.get(prefix) ?? 'page';
}
