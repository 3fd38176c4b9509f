import type { FastifyRequest } from 'fastify';
import { canCall, isDeskCall, isRecentlyConfirmed, type Access, type Requirement } from '../shared/access.ts';
import { fail } from '../shared/errors.ts';
import { isLocale, parseAcceptLanguage, pickLocale, type Locale } from '../shared/locale.ts';
import type { Services } from './context.ts';
import type { Principal, Tokens } from './token.ts';

/** The person behind a bearer token; the affiliate-id that comes with it must be the token's own. */
export async function authenticate(
  tokens: Tokens,
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
export async function authenticateToken(tokens: Tokens, authorization: string | undefined): Promise<Principal | null> {
  if (authorization === undefined) return null;
  if (!/^bearer /i.test(authorization))
    throw fail('session.invalid', { message: 'the authorization header must carry a bearer token' });
  return tokens.verify(authorization.slice(7));
}

export function demandAccess(access: Access, principal: Principal | null): void {
  if (canCall(access, principal?.affiliateTypeId ?? null)) return;
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
export async function checkPrincipal(
  { staffSessions }: Pick<Services, 'staffSessions'>,
  request: FastifyRequest,
  { access, requires = [] }: { access: Access; requires?: readonly Requirement[] },
  principal: Principal | null,
): Promise<void> {
  demandAccess(access, principal);
  const isDesk = isDeskCall(access);
  if (principal?.role === 'staff' && !isBackground(request)) await staffSessions.noteUse(principal, isDesk);
  for (const requirement of requires) {
    const isOld = principal !== null && !isRecentlyConfirmed(principal.confirmedAtMs, Date.now());
    if (requirement === 'recentConfirmation' && isOld && isDesk && (await staffSessions.isConfirmed(principal)))
      continue;
    assertRequirement(requirement, principal);
  }
}

export function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** The language that the calling page is in, else the one chosen in this browser, else the browser's own. */
export function localeOf(request: FastifyRequest): Locale {
  const open = header(request, 'x-locale');
  if (isLocale(open)) return open;
  const chosen = request.cookies['locale'];
  return isLocale(chosen) ? chosen : pickLocale(parseAcceptLanguage(header(request, 'accept-language')));
}

/** Marks the calls of a page without recent input: they don't count as use of a session. */
export function isBackground(request: FastifyRequest): boolean {
  return header(request, 'x-background') !== undefined;
}

/** A call that is authorised by a cookie must come from our own pages. */
export function demandOwnOrigin(request: FastifyRequest, baseUrl: string): void {
  const site = header(request, 'sec-fetch-site');
  const origin = header(request, 'origin');
  const isOwn =
    origin === undefined ? site === undefined || site === 'same-origin' || site === 'none' : origin === baseUrl;
  if (!isOwn) throw fail('request.foreign_origin');
}

/** Browsers name an origin or a site with every POST. Apps and scripts send neither. */
export function isFromBrowser(request: FastifyRequest): boolean {
  return header(request, 'origin') !== undefined || header(request, 'sec-fetch-site') !== undefined;
}
