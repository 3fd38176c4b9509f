import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Env } from '#platform/server/config/env.ts';
import { getCookieName } from '#platform/shared/cookie-name.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the portal has an https address, so that its cookies are secure. */
    hasSecureCookies: boolean;
  }
}

export async function registerCookies(app: FastifyInstance, env: Pick<Env, 'BASE_URL'>): Promise<void> {
  app.decorate('hasSecureCookies', hasSecureCookies(env));
  // Most requests have a token instead, so cookies are parsed when one is read.
  await app.register(cookie, { hook: false });
}

export function getCookie(request: FastifyRequest, name: string): string | undefined {
  const { cookie } = request.headers;
  return cookie === undefined ? undefined : request.server.parseCookie(cookie)[name];
}

/** A choice that scripts have saved, see `savePreferenceCookie`. */
export function getPreferenceCookie(request: FastifyRequest, name: string): string | undefined {
  return getCookie(request, getCookieName(name, request.server.hasSecureCookies));
}

export const hasSecureCookies = ({ BASE_URL }: Pick<Env, 'BASE_URL'>) => BASE_URL.startsWith('https:');

/**
 * The name and attributes of a cookie that only the server reads. Browsers accept secure cookies from https and from
 * http://localhost, except Safari, which would loop between the portal and the account service.
 */
export function getServerCookie(env: Pick<Env, 'BASE_URL'>, request: FastifyRequest, name: string) {
  const isSafari = /^(?!.*(?:Chrome|Chromium|Android)).*Safari/.test(request.headers['user-agent'] ?? '');
  const secure = hasSecureCookies(env) || (new URL(env.BASE_URL).hostname === 'localhost' && !isSafari);
  return {
    name: getCookieName(name, secure),
    attributes: { path: '/', httpOnly: true, secure, sameSite: 'lax' },
  } as const;
}
