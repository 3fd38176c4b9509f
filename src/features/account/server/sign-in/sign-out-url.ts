import type { FastifyReply, FastifyRequest } from 'fastify';
import * as oidc from 'openid-client';
import type { Env } from '#platform/server/config/env.ts';
import { getCookie, getServerCookie } from '#platform/server/http/cookies.ts';
import type { Issuer } from './issuer.ts';

/**
 * Returns the address after signing out. It contains no ID token, because addresses end up in histories and logs. Our
 * own account service has already ended its session and only redirects; an external issuer may ask first.
 */
export async function buildSignOutUrl(issuer: Issuer, env: Env, sub: string): Promise<string | null> {
  const configuration = await issuer();
  if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
  return oidc.buildEndSessionUrl(configuration, {
    post_logout_redirect_uri: `${env.BASE_URL}/login/sign-in`,
    ...(env.OIDC_ISSUER === undefined ? {} : { logout_hint: sub }),
  }).href;
}

const cookieName = 'signed-out';

/**
 * An external issuer learns of the sign-out only when the browser arrives there. Until the next sign-in, this browser
 * asks for credentials in every tab.
 */
export function markSignedOut(env: Env, request: FastifyRequest, reply: FastifyReply): void {
  if (env.OIDC_ISSUER === undefined) return;
  const { name, attributes } = getServerCookie(env, request, cookieName);
  reply.setCookie(name, String(Date.now()), { ...attributes, maxAge: env.SESSION_MAX_HOURS * 3_600 });
}

/** When this browser was signed out, if it hasn't signed in since. */
export function readSignedOutAtMs(env: Env, request: FastifyRequest): number | null {
  const value = getCookie(request, getServerCookie(env, request, cookieName).name) ?? '';
  return /^\d{13}$/.test(value) ? Number(value) : null;
}

export function clearSignedOut(env: Env, request: FastifyRequest, reply: FastifyReply): void {
  const { name, attributes } = getServerCookie(env, request, cookieName);
  reply.clearCookie(name, attributes);
}
