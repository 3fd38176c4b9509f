import type { FastifyRequest } from 'fastify';
import { hasAccess, isStaffOnly, isRecentlyConfirmed, type Access, type Requirement } from '#platform/shared/access.ts';
import { fail } from '#platform/shared/errors.ts';
import { isLocale, parseAcceptLanguage, pickLocale, type Locale } from '#platform/shared/locale.ts';
import type { Services } from '#platform/server/http/context.ts';
import type { Principal, AccessTokens } from './access-tokens.ts';

/** The person behind a bearer token; the affiliate-id that comes with it must be the token's own. */
export async function authenticate(
  tokens: AccessTokens,
  authorization: string | undefined,
  affiliateId: string | undefined,
): Promise<Principal | null> {
  const principal = await authenticateToken(tokens, authorization);
  if (principal === null) return null;
  if (affiliateId === undefined) throw fail('session.invalid', { message: 'the affiliate-id header is missing' });
  if (affiliateId !== String(principal.affiliateId))
    throw fail('access.denied', { message: "the affiliate-id is not the token's" });
  return principal;
}

/** The person behind a bearer token alone. */
export async function authenticateToken(
  tokens: AccessTokens,
  authorization: string | undefined,
): Promise<Principal | null> {
  if (authorization === undefined) return null;
  if (!/^bearer /i.test(authorization))
    throw fail('session.invalid', { message: 'the authorization header must carry a bearer token' });
  return tokens.verify(authorization.slice(7));
}

export function assertAccess(access: Access, principal: Principal | null): void {
  if (hasAccess(access, principal?.affiliateTypeId ?? null)) return;
  throw principal === null ? fail('session.missing') : fail('access.denied');
}

/** Throws the error that makes the page ask for the missing proof and repeat the call. */
export function assertRequirement(requirement: Requirement, principal: Principal | null): void {
  if (principal === null) throw fail('session.missing');
  if (requirement === 'verifiedEmail' && !principal.isEmailVerified) throw fail('identity.email_unverified');
  if (requirement === 'recentConfirmation' && !isRecentlyConfirmed(principal.confirmedAtMs, Date.now()))
    throw fail('identity.confirm_required');
}

/**
 * What a call or a field asks for beyond its access. A call of staff is their use of the session, unless the page made it
 * without them. At the desk a confirmation lasts longer than the token knows, so the session is asked.
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

/** The language that the calling page is in, else the one chosen in this browser, else the browser's own. */
export function getRequestLocale(request: FastifyRequest): Locale {
  const open = getHeader(request, 'x-locale');
  if (isLocale(open)) return open;
  const chosen = request.cookies['locale'];
  return isLocale(chosen) ? chosen : pickLocale(parseAcceptLanguage(getHeader(request, 'accept-language')));
}

/** Marks the calls of a page without recent input: they don't count as use of a session. */
export function isBackgroundRequest(request: FastifyRequest): boolean {
  return getHeader(request, 'x-background') !== undefined;
}

/** A call that is authorised by a cookie must come from our own pages. */
export function assertSameOrigin(request: FastifyRequest, baseUrl: string): void {
  const site = getHeader(request, 'sec-fetch-site');
  const origin = getHeader(request, 'origin');
  const isOwn =
    origin === undefined ? site === undefined || site === 'same-origin' || site === 'none' : origin === baseUrl;
  if (!isOwn) throw fail('request.foreign_origin');
}

/** Browsers name an origin or a site with every POST. Apps and scripts send neither. */
export function isBrowserRequest(request: FastifyRequest): boolean {
  return getHeader(request, 'origin') !== undefined || getHeader(request, 'sec-fetch-site') !== undefined;
}
