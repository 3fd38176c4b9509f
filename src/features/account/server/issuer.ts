import type { FastifyInstance } from 'fastify';
import * as oidc from 'openid-client';
import type { Env } from '../../../platform/server/env.ts';
import { portalClient } from '../../identity/server/public.ts';

/** The account service as the portal sees it: ours under /sso, or any OIDC issuer by configuration. */
export function createIssuer(app: FastifyInstance, env: Env): () => Promise<oidc.Configuration> {
  const address = env.OIDC_ISSUER ?? `${env.BASE_URL}/sso`;
  const isInThisProcess = env.OIDC_ISSUER === undefined && env.SERVE === 'all';
  let discovered: Promise<oidc.Configuration> | undefined;
  return () => {
    discovered ??= discover(address, env, isInThisProcess ? inProcessFetch(app, env) : undefined).catch(
      (error: unknown) => {
        discovered = undefined;
        throw error;
      },
    );
    return discovered;
  };
}

async function discover(
  address: string,
  env: Env,
  ownFetch: oidc.CustomFetch | undefined,
): Promise<oidc.Configuration> {
  const { id, secret } = portalClient(env);
  const configuration = await oidc.discovery(new URL(address), id, secret, undefined, {
    execute: address.startsWith('http:') ? [oidc.allowInsecureRequests] : [],
    ...(ownFetch ? { [oidc.customFetch]: ownFetch } : {}),
    timeout: 10,
  });
  if (ownFetch) configuration[oidc.customFetch] = ownFetch;
  return configuration;
}

/** Talks to the account service without the network: a server behind a proxy often cannot reach its own address. */
function inProcessFetch(app: FastifyInstance, env: Env): oidc.CustomFetch {
  return async (url, options) => {
    const { pathname, search } = new URL(url);
    const answer = await app.inject({
      method: options.method as 'GET' | 'POST',
      url: pathname + search,
      headers: { ...options.headers, host: new URL(env.BASE_URL).host },
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
