import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Db } from '#platform/server/db/database.ts';
import type { Env } from '#platform/server/config/env.ts';
import { clearBrowserCache } from '#platform/server/http/clear-site-data.ts';
import { hasSecureCookies } from '#platform/server/http/cookies.ts';
import { pages } from '#features/identity/shared/contract.ts';
import { getPortalClient } from './clients.ts';
import { getCookieNames } from './mount-path.ts';
import { revokeSession } from './queries.ts';

/**
 * An application that sends the ID token of the signed-in person signs them out with one redirect. Without that proof
 * any page could sign people out, so our own page asks first.
 */
export async function signOutByHint(ctx: KoaContextWithOIDC, env: Env, db: Db): Promise<void> {
  const { session, entities, provider } = ctx.oidc;
  ctx.status = 303;
  if (session === undefined || entities.IdTokenHint?.payload['sub'] !== session.accountId) {
    ctx.redirect(pages.signOut);
    return;
  }
  await session.destroy();
  await revokeSession(db, { uid: session.uid });
  ctx.cookies.set(provider.cookieName('session'), null, { path: '/', signed: true });
  ctx.redirect(getPostLogoutUrl(session.state, env));
}

/** Redirects if there is no session; oidc-provider would send a page with a script that posts an empty form. */
export function skipEmptySignOut(provider: Provider, env: Env): void {
  provider.use(async (ctx, next) => {
    await next();
    const { oidc } = ctx as unknown as Partial<KoaContextWithOIDC>;
    if (oidc?.route !== 'end_session' || ctx.status !== 200) return;
    ctx.status = 303;
    ctx.redirect(getPostLogoutUrl(oidc.session?.state, env));
  });
}

export async function redirectAfterSignOut(ctx: KoaContextWithOIDC, env: Env): Promise<void> {
  ctx.status = 303;
  ctx.redirect(getPostLogoutUrl(undefined, env));
}

/** Signs out after the person has confirmed it on our own page. */
export async function signOutByPage(
  provider: Provider,
  env: Env,
  db: Db,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const session = await provider.Session.get(provider.createContext(request.raw, reply.raw));
  await revokeSession(db, { uid: session.uid });
  const name = getCookieNames(env).session;
  for (const cookie of [name, `${name}.sig`])
    reply.clearCookie(cookie, { path: '/', httpOnly: true, secure: hasSecureCookies(env) });
  clearBrowserCache(reply);
  return getPostLogoutUrl(session.state, env);
}

/** The redirect address in the session's state was validated against its client when it was stored. */
function getPostLogoutUrl(state: Record<string, unknown> | undefined, env: Env): string {
  const requested = state?.['postLogoutRedirectUri'];
  const url = new URL(typeof requested === 'string' ? requested : getPortalClient(env).postLogoutRedirectUri);
  if (typeof requested === 'string' && typeof state?.['state'] === 'string')
    url.searchParams.set('state', state['state']);
  return url.href;
}
