import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Env } from '#platform/server/config/env.ts';
import { fail, type exchangeEndpoints } from '#features/identity/shared/contract.ts';
import { readClients } from './clients.ts';
import { mountPath } from './mount-path.ts';

/**
 * No token is put into the URL: the other application starts its own sign-in (third-party initiated login), which the
 * account service answers without a page because the person is signed in.
 */
export function exchangeHandlers(env: Env): Handlers<typeof exchangeEndpoints> {
  const clients = new Map(readClients(env).map((client) => [client.clientId, client]));
  const issuer = env.OIDC_ISSUER ?? `${env.BASE_URL}${mountPath}`;
  return {
    async 'POST sso/exchange'(_ctx, { body }) {
      const client = clients.get(body.clientId);
      if (client === undefined) throw fail('identity.unknown_client', { path: 'clientId' });
      if (!client.redirectUris.includes(body.redirectUri))
        throw fail('identity.redirect_not_allowed', { path: 'redirectUri' });
      const target = new URL(client.initiateLoginUri ?? body.redirectUri);
      target.searchParams.set('iss', issuer);
      if (client.initiateLoginUri !== null) target.searchParams.set('target_link_uri', body.redirectUri);
      if (body.extraData) target.searchParams.set('extra_data', body.extraData);
      return { redirectUri: target.href };
    },
  };
}
