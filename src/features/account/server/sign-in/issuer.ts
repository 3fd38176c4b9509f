import type { FastifyInstance } from 'fastify';
import * as oidc from 'openid-client';
import type { Services } from '#platform/server/http/context.ts';
import type { Env } from '#platform/server/config/env.ts';
import { internalRequestHeaders } from '#platform/server/http/server.ts';
import { getPortalClient } from '#features/identity/server/public.ts';

export type Issuer = () => Promise<oidc.Configuration>;
const issuers = new WeakMap<Services, Issuer>();

/** The account service's client for jobs, which have no request. */
export async function getIssuer(services: Services): Promise<oidc.Configuration> {
  const issuer = issuers.get(services);
  if (issuer === undefined) throw new Error('no issuer configured: this process does not serve the portal');
  return issuer();
}

/** Creates the client of the account service: ours under /sso, or any OIDC issuer by configuration. */
export function createIssuer(app: FastifyInstance, services: Services): Issuer {
  const { env } = services;
  const address = env.OIDC_ISSUER ?? `${env.BASE_URL}/sso`;
  const isInThisProcess = env.OIDC_ISSUER === undefined && env.SERVE === 'all';
  let discovered: Promise<oidc.Configuration> | undefined;
  const issuer = () => {
    discovered ??= discover(address, env, isInThisProcess ? inProcessFetch(app, env) : undefined).catch(
      (error: unknown) => {
        discovered = undefined;
        throw error;
      },
    );
    return discovered;
  };
  issuers.set(services, issuer);
  return issuer;
}

async function discover(
  address: string,
  env: Env,
  ownFetch: oidc.CustomFetch | undefined,
): Promise<oidc.Configuration> {
  const { id, secret } = getPortalClient(env);
  const configuration = await oidc.discovery(new URL(address), id, secret, undefined, {
    execute: address.startsWith('http:') ? [oidc.allowInsecureRequests] : [],
    ...(ownFetch ? { [oidc.customFetch]: ownFetch } : {}),
    timeout: 10,
  });
  if (ownFetch) configuration[oidc.customFetch] = ownFetch;
  return configuration;
}

/** Calls our account service in process, because a server behind a proxy often can't reach its own address. */
function inProcessFetch(app: FastifyInstance, env: Env): oidc.CustomFetch {
  return async (url, options) => {
    const { pathname, search } = new URL(url);
    const answer = await app.inject({
      method: options.method as 'GET' | 'POST',
      url: pathname + search,
      headers: { ...options.headers, ...internalRequestHeaders, host: new URL(env.BASE_URL).host },
      ...(options.body === undefined || options.body === null ? {} : { payload: String(options.body) }),
    });
    const headers = new Headers();
    for (const [name, value] of Object.entries(answer.headers))
      if (value !== undefined) headers.set(name, String(value));
    return new Response(answer.rawPayload.length > 0 ? new Uint8Array(answer.rawPayload) : null, {
      status: answer.statusCode,
      headers,
    });
  };
}
