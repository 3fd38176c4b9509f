import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

export interface ExternalIssuer {
  address: string;
  /** Claims of the next ID token beyond issuer, audience, times and nonce. */
  claims: Record<string, unknown>;
  /** The query of the last authorization request. */
  lastQuery: URLSearchParams;
  close(): void;
}

/** A minimal external OpenID provider that signs every visitor in without a prompt. */
export async function startExternalIssuer(): Promise<ExternalIssuer> {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const key = { ...(await exportJWK(publicKey)), kid: 'outside', alg: 'RS256' };
  const issuer: ExternalIssuer = {
    address: '',
    claims: {},
    lastQuery: new URLSearchParams(),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  const endpoints: Record<string, () => Promise<object> | object> = {
    '/.well-known/openid-configuration': () => ({
      issuer: issuer.address,
      authorization_endpoint: `${issuer.address}/authorize`,
      token_endpoint: `${issuer.address}/token`,
      jwks_uri: `${issuer.address}/keys`,
      id_token_signing_alg_values_supported: ['RS256'],
    }),
    '/keys': () => ({ keys: [key] }),
    '/token': async () => ({
      access_token: 'outside',
      token_type: 'Bearer',
      expires_in: 300,
      id_token: await new SignJWT({ nonce: issuer.lastQuery.get('nonce'), ...issuer.claims })
        .setProtectedHeader({ alg: 'RS256', kid: key.kid })
        .setIssuer(issuer.address)
        .setAudience(issuer.lastQuery.get('client_id') ?? '')
        .setIssuedAt()
        .setExpirationTime('5 minutes')
        .sign(privateKey),
    }),
  };
  const respond = async (path: string, reply: ServerResponse) => {
    const body = await endpoints[path]?.();
    reply.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' });
    reply.end(JSON.stringify(body ?? {}));
  };
  const server = createServer((request, reply) => {
    const url = new URL(request.url ?? '/', issuer.address);
    if (url.pathname === '/authorize') {
      issuer.lastQuery = url.searchParams;
      const callback = new URL(url.searchParams.get('redirect_uri') ?? '');
      callback.search = String(new URLSearchParams({ code: 'outside', state: url.searchParams.get('state') ?? '' }));
      reply.writeHead(302, { location: callback.href }).end();
      return;
    }
    void respond(url.pathname, reply);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return issuer;
}
