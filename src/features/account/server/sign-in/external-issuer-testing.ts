import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

export interface ExternalIssuer {
  address: string;
  /** What the next ID token says beyond issuer, audience, times and nonce. */
  claims: Record<string, unknown>;
  /** The query of the last authorization request. */
  asked: URLSearchParams;
  close(): void;
}

/** A minimal outside OpenID provider that signs every visitor in without asking. */
export async function startExternalIssuer(): Promise<ExternalIssuer> {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const key = { ...(await exportJWK(publicKey)), kid: 'outside', alg: 'RS256' };
  const issuer: ExternalIssuer = {
    address: '',
    claims: {},
    asked: new URLSearchParams(),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  const answers: Record<string, () => Promise<object> | object> = {
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
      id_token: await new SignJWT({ nonce: issuer.asked.get('nonce'), ...issuer.claims })
        .setProtectedHeader({ alg: 'RS256', kid: key.kid })
        .setIssuer(issuer.address)
        .setAudience(issuer.asked.get('client_id') ?? '')
        .setIssuedAt()
        .setExpirationTime('5 minutes')
        .sign(privateKey),
    }),
  };
  const answer = async (path: string, reply: ServerResponse) => {
    const body = await answers[path]?.();
    reply.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' });
    reply.end(JSON.stringify(body ?? {}));
  };
  const server = createServer((request, reply) => {
    const url = new URL(request.url ?? '/', issuer.address);
    if (url.pathname === '/authorize') {
      issuer.asked = url.searchParams;
      const back = new URL(url.searchParams.get('redirect_uri') ?? '');
      back.search = String(new URLSearchParams({ code: 'outside', state: url.searchParams.get('state') ?? '' }));
      reply.writeHead(302, { location: back.href }).end();
      return;
    }
    void answer(url.pathname, reply);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return issuer;
}
