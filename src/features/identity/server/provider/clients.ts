import { readFileSync } from 'node:fs';
import type { ClientMetadata } from 'oidc-provider';
import * as z from 'zod';
import { SettingError, type Env } from '#platform/server/config/env.ts';
import { deriveKey } from '#platform/server/crypto/secrets.ts';

type ClientSettings = Pick<
  Env,
  'BASE_URL' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET' | 'OIDC_CLIENTS_FILE' | 'SECRET_KEYS'
>;

export interface PortalClient {
  id: string;
  secret: string;
  redirectUri: string;
  postLogoutRedirectUri: string;
}

/** The portal's client registration, which the portal and the account service derive from the same settings. */
export function getPortalClient(env: ClientSettings): PortalClient {
  return {
    id: env.OIDC_CLIENT_ID,
    secret: env.OIDC_CLIENT_SECRET ?? deriveKey(env.SECRET_KEYS[0], 'oidc-portal-client').toString('base64url'),
    redirectUri: `${env.BASE_URL}/auth/callback`,
    postLogoutRedirectUri: `${env.BASE_URL}/login/sign-in`,
  };
}

const UrlSchema = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

/** An application of the association, with OpenID Connect's property names. Without a secret it is a public client. */
const ExternalClient = z.strictObject({
  client_id: z.string().min(1).max(200),
  client_name: z.string().min(1).max(200),
  client_secret: z.string().min(16, 'must have at least 16 characters').optional(),
  redirect_uris: z.array(UrlSchema).min(1),
  post_logout_redirect_uris: z.array(UrlSchema).default([]),
  initiate_login_uri: UrlSchema.optional(),
});

export interface Client {
  clientId: string;
  clientName: string | null;
  clientSecret: string | null;
  redirectUris: string[];
  postLogoutRedirectUris: string[];
  initiateLoginUri: string | null;
}

export function readClients(env: ClientSettings): Client[] {
  const portal = getPortalClient(env);
  const clients = [
    {
      clientId: portal.id,
      clientName: null,
      clientSecret: portal.secret,
      redirectUris: [portal.redirectUri],
      postLogoutRedirectUris: [portal.postLogoutRedirectUri],
      initiateLoginUri: null,
    },
    ...(env.OIDC_CLIENTS_FILE === undefined ? [] : readClientsFile(env.OIDC_CLIENTS_FILE)),
  ];
  const duplicate = clients.find(
    (client, index) => clients.findIndex((other) => other.clientId === client.clientId) !== index,
  );
  if (duplicate)
    throw new SettingError(`OIDC_CLIENTS_FILE=${env.OIDC_CLIENTS_FILE}: ${duplicate.clientId} is registered twice`);
  return clients;
}

function readClientsFile(file: string): Client[] {
  const toSettingError = (reason: string, cause?: unknown) =>
    new SettingError(`OIDC_CLIENTS_FILE=${file}: ${reason}`, { cause });
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw toSettingError((error as Error).message, error);
  }
  const parsed = z.array(ExternalClient).safeParse(content);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw toSettingError(`${issue?.path.join('.') || 'the file'}: ${issue?.message ?? 'is invalid'}`);
  }
  return parsed.data.map((client) => ({
    clientId: client.client_id,
    clientName: client.client_name,
    clientSecret: client.client_secret ?? null,
    redirectUris: client.redirect_uris,
    postLogoutRedirectUris: client.post_logout_redirect_uris,
    initiateLoginUri: client.initiate_login_uri ?? null,
  }));
}

export function toClientMetadata(client: Client): ClientMetadata {
  return {
    client_id: client.clientId,
    redirect_uris: client.redirectUris,
    post_logout_redirect_uris: client.postLogoutRedirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    // The portal counts a fresh sign-in as a confirmation.
    require_auth_time: true,
    ...(client.clientName === null ? {} : { client_name: client.clientName }),
    ...(client.clientSecret === null
      ? { token_endpoint_auth_method: 'none' }
      : { client_secret: client.clientSecret, token_endpoint_auth_method: 'client_secret_basic' }),
    ...(client.initiateLoginUri === null ? {} : { initiate_login_uri: client.initiateLoginUri }),
  };
}
