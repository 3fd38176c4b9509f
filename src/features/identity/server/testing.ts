import { join } from 'node:path';
import Fastify, { type FastifyInstance, type InjectOptions, type LightMyRequestResponse } from 'fastify';
import * as oidc from 'openid-client';
import { registerEndpoints } from '#platform/server/http/endpoints.ts';
import type { Services } from '#platform/server/http/context.ts';
import { createSecurityEventCounter } from '#platform/server/auth/security-event-counter.ts';
import { registerCookies } from '#platform/server/http/cookies.ts';
import { readEnv } from '#platform/server/config/env.ts';
import { sendError } from '#platform/server/http/errors.ts';
import { createJobQueues, type JobKind } from '#platform/server/jobs/jobs.ts';
import { createMailer } from '#platform/server/mail/mailer.ts';
import { loadMessages } from '#platform/server/i18n/messages.ts';
import { createPubSub } from '#platform/server/events/pubsub.ts';
import { createAccessTokens } from '#platform/server/auth/access-tokens.ts';
import type { TestDatabase } from '#platform/testing/database.ts';
import { fail } from '#platform/shared/errors.ts';
import { exchangeEndpoints } from '#features/identity/shared/contract.ts';
import { getPortalClient } from './provider/clients.ts';
import { exchangeHandlers } from './provider/sso-exchange.ts';
import { registerIdentity } from './provider/provider.ts';
import { passwordResetJob } from './accounts/password-change.ts';
import { endSessionsJob } from './accounts/sign-out-everywhere.ts';
import { throttleSignIn } from './accounts/throttle.ts';

const testSecret = 'a secret that only these tests know';

export interface TestIdentity {
  app: FastifyInstance;
  services: Services;
  close(): Promise<void>;
}

/** Starts the account service without the portal, as a process of its own. */
export async function startIdentity(
  database: TestDatabase,
  settings: Record<string, string> = {},
): Promise<TestIdentity> {
  const env = readEnv({ NODE_ENV: 'test', BASE_URL: 'https://portal.test', SECRET_KEY: testSecret, ...settings });
  const messages = loadMessages(join(import.meta.dirname, '../../..'));
  const pubsub = await createPubSub({ database, connection: database.connection, onError: () => undefined });
  const mail = createMailer({ env, messages, brandName: 'Test Divers' });
  await createJobQueues(database.pool, [mail.job, passwordResetJob, endSessionsJob] as unknown as JobKind[]);
  const tokens = createAccessTokens(env.SECRET_KEYS, env.BASE_URL);
  const securityEvents = createSecurityEventCounter(database, () => undefined);
  const services = { env, database, messages, pubsub, mail, tokens, securityEvents } as unknown as Services;
  const app = Fastify({ trustProxy: env.TRUST_PROXY?.split(',') ?? false });
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler((request, reply) => sendError(fail('not_found'), request, reply));
  await registerCookies(app, env);
  await registerIdentity(app, services);
  registerEndpoints(app, services, exchangeEndpoints, exchangeHandlers(env));
  return {
    app,
    services,
    close: async () => {
      await app.close();
      await securityEvents.close();
      mail.close();
      await pubsub.close();
    },
  };
}

/** Uses up the sign-in attempts of an account from many addresses. */
export async function attackAccount(database: Pick<TestDatabase, 'db'>, email: string): Promise<void> {
  let isBlocked = false;
  for (let index = 1; !isBlocked; index++) {
    isBlocked = await throttleSignIn(database.db, email, `192.0.2.${index}`).then(
      () => false,
      () => true,
    );
  }
}

interface Cookie {
  name: string;
  value: string;
  path: string;
}

export interface Browser {
  cookies: Cookie[];
  get(url: string): Promise<LightMyRequestResponse>;
  post(url: string, body: object): Promise<LightMyRequestResponse>;
}

/** Stores cookies by path as a browser does, and follows no redirects, because tests look at each step. */
export function openBrowser({ app, services }: TestIdentity, remoteAddress = '203.0.113.7'): Browser {
  const origin = services.env.BASE_URL;
  const browser: Browser = {
    cookies: [],
    get: (url) => send({ method: 'GET', url: toPath(url), headers: { accept: 'text/html' } }),
    post: (url, body) => send({ method: 'POST', url: toPath(url), headers: { origin }, payload: body }),
  };

  async function send(request: InjectOptions): Promise<LightMyRequestResponse> {
    const path = String(request.url).split('?')[0] ?? '';
    const matching = browser.cookies.filter(
      (stored) => stored.path === '/' || path === stored.path || path.startsWith(`${stored.path}/`),
    );
    const header = matching.map((stored) => `${stored.name}=${stored.value}`).join('; ');
    const response = await app.inject({
      ...request,
      remoteAddress,
      headers: { ...request.headers, host: new URL(origin).host, ...(header === '' ? {} : { cookie: header }) },
    });
    for (const line of [response.headers['set-cookie'] ?? []].flat()) storeCookie(line);
    return response;
  }

  function storeCookie(line: string): void {
    const [pair = '', ...attributes] = line.split(/; ?/);
    const name = pair.slice(0, pair.indexOf('='));
    const value = pair.slice(pair.indexOf('=') + 1);
    const attribute = (wanted: string) =>
      attributes.find((text) => text.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1);
    const path = attribute('path') ?? '/';
    const isGone = new Date(attribute('expires') ?? '2999-01-01') < new Date();
    browser.cookies = browser.cookies.filter((stored) => stored.name !== name || stored.path !== path);
    if (!isGone) browser.cookies.push({ name, value, path });
  }
  return browser;
}

function toPath(url: string): string {
  const { pathname, search } = new URL(url, 'https://portal.test');
  return pathname + search;
}

export interface Attempt {
  url: string;
  state: string;
  nonce: string;
  verifier: string;
}

/** Discovers the account service with the OpenID client that the portal uses. */
export async function discoverPortal({ app, services }: TestIdentity): Promise<oidc.Configuration> {
  const { id, secret } = getPortalClient(services.env);
  const customFetch: oidc.CustomFetch = async (url, options) => {
    const answer = await app.inject({
      method: options.method as 'GET' | 'POST',
      url: toPath(url),
      headers: options.headers,
      ...(options.body === undefined || options.body === null ? {} : { payload: String(options.body) }),
    });
    return new Response(answer.payload, {
      status: answer.statusCode,
      headers: { 'content-type': String(answer.headers['content-type']) },
    });
  };
  const configuration = await oidc.discovery(new URL(`${services.env.BASE_URL}/sso`), id, secret, undefined, {
    [oidc.customFetch]: customFetch,
  });
  configuration[oidc.customFetch] = customFetch;
  return configuration;
}

export async function startSignIn(
  { services }: TestIdentity,
  portal: oidc.Configuration,
  extra: Record<string, string> = {},
): Promise<Attempt> {
  const verifier = oidc.randomPKCECodeVerifier();
  const attempt = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier };
  const url = oidc.buildAuthorizationUrl(portal, {
    redirect_uri: getPortalClient(services.env).redirectUri,
    scope: 'openid email profile',
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state: attempt.state,
    nonce: attempt.nonce,
    ...extra,
  });
  return { ...attempt, url: url.href };
}

/** Returns the address of the interaction page that a sign-in leads to. */
export async function openInteraction(browser: Browser, attempt: Attempt): Promise<string> {
  const response = await browser.get(attempt.url);
  return String(response.headers.location);
}

export async function redeemCallback(portal: oidc.Configuration, attempt: Attempt, callback: string) {
  return oidc.authorizationCodeGrant(portal, new URL(callback), {
    pkceCodeVerifier: attempt.verifier,
    expectedState: attempt.state,
    expectedNonce: attempt.nonce,
    idTokenExpected: true,
  });
}
