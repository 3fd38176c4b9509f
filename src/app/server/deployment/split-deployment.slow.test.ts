import { createServer as createHttpServer, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { affiliateType } from '#domain/roles.ts';
import { loadBrand } from '#platform/server/config/brand.ts';
import { readEnv } from '#platform/server/config/env.ts';
import { createTestDatabase } from '#platform/testing/database.ts';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { loadDemo } from '#demo/load-demo.ts';
import { createServer } from '#app/server/server.ts';
import { openServices } from '#app/server/services.ts';

const folder = await createTemporaryFolder();
const makePage = async () => '<!doctype html><html lang="en-US" dir="ltr"><title></title><!--head--></html>';

/** Starts the server in this process with the settings of one deployment unit. */
async function startProcess(connection: object, settings: Record<string, string>, port = 0) {
  const env = readEnv({
    NODE_ENV: 'test',
    DATA_DIR: folder,
    SECRET_KEY: 'shared-by-all-processes-of-the-cluster',
    LOG_LEVEL: 'silent',
    ...settings,
  });
  const brand = loadBrand(env.BRAND_FILE);
  const services = await openServices(env, brand, connection);
  const app = await createServer({ services, brand, makePage });
  await app.listen({ port, host: '127.0.0.1' });
  afterAll(async () => {
    await app.close();
    await services.close();
  });
  return { services, port: (app.server.address() as AddressInfo).port };
}

/** A reverse proxy that sends /sso to the account service and everything else to the portal. */
async function startProxy(targets: () => { sso: number; portal: number }) {
  const proxy = createHttpServer((request, reply) => {
    const { sso, portal } = targets();
    const port = request.url?.startsWith('/sso') ? sso : portal;
    const upstream = sendRequest(
      { host: '127.0.0.1', port, path: request.url, method: request.method, headers: request.headers },
      (answer) => {
        reply.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(reply);
      },
    );
    request.pipe(upstream);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

/** Follows redirects with cookies, submits the password on the sign-in page, and returns the last URL. */
async function signIn(start: string, email: string): Promise<{ url: string; cookies: Map<string, string> }> {
  const cookies = new Map<string, string>();
  const visit = async (url: string, init: RequestInit = {}) => {
    const answer = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const [name = '', ...value] = pair.split('=');
      cookies.set(name, value.join('='));
    }
    return answer;
  };
  let url = start;
  for (let steps = 0; steps < 12; steps++) {
    const answer = await visit(url);
    const location = answer.headers.get('location');
    if (location === null) return { url, cookies };
    url = new URL(location, url).href;
    if (/\/sso\/interaction\/[^/]+$/.test(url)) {
      const body = JSON.stringify({ email, password: 'Diver123' });
      const done = await visit(`${url}/sign-in`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', origin: new URL(url).origin },
      });
      url = ((await done.json()) as { redirectTo: string }).redirectTo;
    }
  }
  throw new Error(`sign-in did not finish within 12 redirects: ${url}`);
}

async function fetchSession(baseUrl: string, cookies: Map<string, string>) {
  const answer = await fetch(`${baseUrl}/api/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: baseUrl,
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
    body: JSON.stringify({ query: '{ querySession { email user { affiliate_id affiliate_type_id } } }' }),
  });
  return ((await answer.json()) as { data: { querySession: { email: string; user: object } | null } }).data
    .querySession;
}

it('serves the account service and the portal from two processes behind one origin', async () => {
  const { connection } = await createTestDatabase();
  const ports = { sso: 0, portal: 0 };
  const baseUrl = await startProxy(() => ports);
  const sso = await startProcess(connection, { BASE_URL: baseUrl, SERVE: 'sso' });
  const portal = await startProcess(connection, { BASE_URL: baseUrl, SERVE: 'portal' });
  Object.assign(ports, { sso: sso.port, portal: portal.port });
  await loadDemo(sso.services, { size: 'accounts' });
  const { url, cookies } = await signIn(`${baseUrl}/auth/start?returnTo=/profile`, 'diver@demo.test');
  expect(url).toBe(`${baseUrl}/profile`);
  expect(await fetchSession(baseUrl, cookies)).toMatchObject({
    email: 'diver@demo.test',
    user: { affiliate_id: 400_001 },
  });
});

it('accepts another OpenID Connect issuer and creates unknown people as divers', async () => {
  const issuerDatabase = await createTestDatabase();
  const portalDatabase = await createTestDatabase();
  const ports = { issuer: 0, portal: 0 };
  const issuerUrl = await startProxy(() => ({ sso: ports.issuer, portal: ports.issuer }));
  const portalUrl = await startProxy(() => ({ sso: ports.portal, portal: ports.portal }));
  const clientsFile = join(folder, 'clients.json');
  const secret = 'a-secret-of-the-other-portal';
  writeFileSync(
    clientsFile,
    JSON.stringify([
      {
        client_id: 'other',
        client_secret: secret,
        client_name: 'Other portal',
        redirect_uris: [`${portalUrl}/auth/callback`],
        post_logout_redirect_uris: [`${portalUrl}/login/sign-in`],
      },
    ]),
  );
  const issuer = await startProcess(issuerDatabase.connection, { BASE_URL: issuerUrl, OIDC_CLIENTS_FILE: clientsFile });
  const portal = await startProcess(portalDatabase.connection, {
    BASE_URL: portalUrl,
    OIDC_ISSUER: `${issuerUrl}/sso`,
    OIDC_CLIENT_ID: 'other',
    OIDC_CLIENT_SECRET: secret,
  });
  Object.assign(ports, { issuer: issuer.port, portal: portal.port });
  await loadDemo(issuer.services, { size: 'accounts' });
  const { url, cookies } = await signIn(`${portalUrl}/auth/start`, 'instructor@demo.test');
  expect(url).toBe(`${portalUrl}/training/dashboard`);
  // The issuer's roles are ignored, because only the association assigns roles.
  expect(await fetchSession(portalUrl, cookies)).toMatchObject({
    email: 'instructor@demo.test',
    user: { affiliate_type_id: affiliateType.diver },
  });
});
