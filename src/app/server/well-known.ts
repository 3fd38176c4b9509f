import type { FastifyInstance } from 'fastify';
import { dayMs } from '#platform/shared/dates.ts';
import type { Env } from '#platform/server/config/env.ts';
import { normalizePath } from '#platform/shared/return-path.ts';
import type { Brand } from '#platform/shared/brand.ts';

/** RFC 9116 recommends less than a year. */
const securityTextDays = 180;

/** Pages behind a personal link. Anyone with the URL can open them, so search engines must not list it. */
const unlistedPaths = /^\/(card|sign|physician|pay)\//;

export const isUnlisted = (path: string) => unlistedPaths.test(normalizePath(path) ?? '');

const robotsTxtLines = [
  'User-agent: *',
  ...['/api/', '/auth/', '/sso/', '/scorm/'].map((path) => `Disallow: ${path}`),
  // The sign-in page; its canonical link names the URL to list.
  'Allow: /sso/interaction/',
  '',
];

/** Serves robots.txt and security.txt. */
export function registerWellKnown(app: FastifyInstance, env: Pick<Env, 'BASE_URL'>, brand: Brand): void {
  // Unlisted pages are not disallowed here: a crawler that may not fetch them never sees their noindex.
  app.get('/robots.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(robotsTxtLines.join('\n')),
  );

  app.get('/.well-known/security.txt', async (_request, reply) => {
    const expires = new Date(Math.floor(Date.now() / dayMs + securityTextDays) * dayMs);
    const lines = [
      `Contact: ${brand.securityContact ?? brand.links.contact}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${env.BASE_URL}/.well-known/security.txt`,
      '',
    ];
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(lines.join('\n'));
  });
}
