import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { hasAccess, isStaffOnly, isRecentlyConfirmed, type Access, type Requirement } from '#platform/shared/access.ts';
import { fail } from '#platform/shared/errors.ts';
import { isLocale, pickLocale, type Locale } from '#platform/shared/locale.ts';
import type { Services } from '#platform/server/http/context.ts';
import { getPreferenceCookie } from '#platform/server/http/cookies.ts';
import type { Principal, AccessTokens } from './access-tokens.ts';

/** The person of a bearer token. The affiliate-id header must match the token. */
export function authenticate(
  tokens: AccessTokens,
  authorization: string | undefined,
  affiliateId: string | undefined,
): Principal | null {
  const principal = authenticateToken(tokens, authorization);
  if (principal === null) return null;
  if (affiliateId === undefined) throw fail('session.invalid', { message: 'the affiliate-id header is missing' });
  if (affiliateId !== String(principal.affiliateId))
    throw fail('access.denied', { message: 'the affiliate-id header does not match the access token' });
  return principal;
}

/** The person of a bearer token, without an affiliate-id. */
export function authenticateToken(tokens: AccessTokens, authorization: string | undefined): Principal | null {
  if (authorization === undefined) return null;
  if (!/^bearer /i.test(authorization))
    throw fail('session.invalid', { message: 'the authorization header must contain a bearer token' });
  return tokens.verify(authorization.slice(7));
}

export function assertAccess(access: Access, principal: Principal | null): void {
  if (hasAccess(access, principal?.affiliateTypeId ?? null)) return;
  throw principal === null ? fail('session.missing') : fail('access.denied');
}

/** Throws the error that makes the page ask for the missing proof and repeat the request. */
export function assertRequirement(requirement: Requirement, principal: Principal | null): void {
  if (principal === null) throw fail('session.missing');
  if (requirement === 'verifiedEmail' && !principal.isEmailVerified) throw fail('identity.email_unverified');
  if (requirement === 'recentConfirmation' && !isRecentlyConfirmed(principal.confirmedAtMs, Date.now()))
    throw fail('identity.confirm_required');
}

/**
 * Checks the access and the requirements of an endpoint or field. A staff request counts as use of the session unless
 * the page sent it in the background. At the desk a confirmation lasts longer than the token states, so the session is
 * checked as well.
 */
export async function authorize(
  { staffSessions }: Pick<Services, 'staffSessions'>,
  request: FastifyRequest,
  { access, requires = [] }: { access: Access; requires?: readonly Requirement[] },
  principal: Principal | null,
): Promise<void> {
  assertAccess(access, principal);
  const isDesk = isStaffOnly(access);
  if (principal?.role === 'staff' && !isBackgroundRequest(request)) await staffSessions.noteUse(principal, isDesk);
  for (const requirement of requires) {
    const isOld = principal !== null && !isRecentlyConfirmed(principal.confirmedAtMs, Date.now());
    if (requirement === 'recentConfirmation' && isOld && isDesk && (await staffSessions.isConfirmed(principal)))
      continue;
    assertRequirement(requirement, principal);
  }
}

export function getHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** The language of the calling page, else the one chosen in this browser, else the browser's own. */
export function getRequestLocale(request: FastifyRequest): Locale {
  const pageLocale = getHeader(request, 'x-locale');
  if (isLocale(pageLocale)) return pageLocale;
  const chosen = getPreferenceCookie(request, 'locale');
  return isLocale(chosen) ? chosen : pickLocale(new Negotiator(request).languages());
}

/** Whether a page without recent input sent the request. Such requests don't count as use of a session. */
export function isBackgroundRequest(request: FastifyRequest): boolean {
  return getHeader(request, 'x-background') !== undefined;
}

/** Rejects requests of other origins. Needed for every endpoint that a cookie authorizes. */
export function assertSameOrigin(request: FastifyRequest, baseUrl: string): void {
  const origin = getHeader(request, 'origin');
  const isOwn = origin === undefined ? !isForeignRequest(request) : origin === baseUrl;
  if (!isOwn) throw fail('request.foreign_origin');
}

/** Whether a page of another origin caused the request, as far as the browser says. The host of third-party courses is one. */
export function isForeignRequest(request: FastifyRequest): boolean {
  const site = getHeader(request, 'sec-fetch-site');
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

/** Browsers send an origin or a fetch site with every POST. Apps and scripts send neither. */
export function isBrowserRequest(request: FastifyRequest): boolean {
  return getHeader(request, 'origin') !== undefined || getHeader(request, 'sec-fetch-site') !== undefined;
}
