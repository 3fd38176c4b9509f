import type { EventEmitter } from 'node:events';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider as OidcProvider } from 'oidc-provider';
import { loadBrand } from '#platform/server/config/brand.ts';
import { registerEndpoints } from '#platform/server/http/endpoints.ts';
import type { Services } from '#platform/server/http/context.ts';
import { fail } from '#platform/shared/errors.ts';
import { identityEndpoints } from '#features/identity/shared/contract.ts';
import { readClients } from './clients.ts';
import { createProviderConfiguration } from './provider-configuration.ts';
import { identityHandlers } from '#features/identity/server/handlers.ts';
import { nameCookiesByInteraction } from './interaction-cookies.ts';
import { mountPath } from './mount-path.ts';
import { Provider } from './oidc-provider.ts';
import { skipEmptySignOut } from './sign-out.ts';
import { loadSigningKeys } from './signing-keys.ts';

/** Paths that oidc-provider handles. All others below /sso are our own endpoints and pages. */
const ownedPaths = [
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
  '/auth',
  '/auth/:uid',
  '/jwks',
  '/me',
  '/session/end',
  '/session/end/confirm',
  '/session/end/success',
  '/token',
  '/token/revocation',
];

/** Registers the account service: OpenID Connect at `/sso`, and the endpoints of its pages. */
export async function registerIdentity(app: FastifyInstance, services: Services): Promise<OidcProvider> {
  const { env, database } = services;
  const clients = readClients(env);
  const jwks = await loadSigningKeys(database, env);
  const provider = new Provider(`${env.BASE_URL}${mountPath}`, createProviderConfiguration(services, clients, jwks));
  // oidc-provider trusts the X-Forwarded headers, which `forwardToProvider` sets.
  provider.proxy = true;
  provider.on('server_error', (_ctx, error) => app.log.error({ err: error }, 'oidc-provider error'));
  (provider as EventEmitter).on('error', (error: unknown) => app.log.error({ err: error }, 'oidc-provider error'));
  skipEmptySignOut(provider, env);
  nameCookiesByInteraction(provider, env);
  const handleRequest = provider.callback();
  const base = new URL(env.BASE_URL);

  /** URLs are built from BASE_URL only, and the client's address is the one that Fastify trusts. */
  function forwardToProvider(request: FastifyRequest, reply: FastifyReply): void {
    const { raw } = request;
    // PostgreSQL can't store a NUL, and oidc-provider would answer with a server error.
    if (raw.url?.includes('%00')) throw fail('request.malformed', { message: 'the URL contains a NUL character' });
    reply.hijack();
    raw.headers.host = base.host;
    raw.headers['x-forwarded-host'] = base.host;
    raw.headers['x-forwarded-proto'] = base.protocol.slice(0, -1);
    raw.headers['x-forwarded-for'] = request.ip;
    Object.assign(raw, { originalUrl: raw.url });
    // The first segment is the mount path, in any encoding.
    raw.url = raw.url?.replace(/^\/[^/?#]*/, '') ?? '/';
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    void handleRequest(raw, reply.raw);
  }

  await app.register(async (scope) => {
    // oidc-provider parses request bodies itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    for (const path of ownedPaths) scope.all(`${mountPath}${path}`, forwardToProvider);
  });
  registerEndpoints(app, services, identityEndpoints, identityHandlers(provider, loadBrand(env.BRAND_FILE).name));
  return provider;
}
