import type { LightMyRequestResponse } from 'fastify';
import { openBrowser, type Browser } from '#features/identity/server/testing.ts';
import { createAuthenticator } from '#features/identity/server/authenticator-testing.ts';
import type { TestPortal } from './portal-testing.ts';

export interface SignedInUser {
  browser: Browser;
  email: string;
  affiliateId: number;
  /** Sends a request with a fresh token of this browser's session. */
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object): Promise<LightMyRequestResponse>;
  session(): Promise<{ token: string; email_verified: boolean; user: { affiliate_id: number } } | null>;
}

export const signUpPassword = 'Kelp forest 7';

async function followRedirects(browser: Browser, from: string): Promise<string> {
  let location = from;
  for (let step = 0; step < 10; step++) {
    const next = (await browser.get(location)).headers.location;
    if (next === undefined) return location;
    location = String(next);
    if (/\/sso\/interaction\/[\w-]+$/.test(location)) return location;
  }
  throw new Error(`more than 10 redirects from ${from}`);
}

/** Signs up or in through the account service, like a browser. */
async function signInThroughBrowser(
  portal: TestPortal,
  email: string,
  finish: (browser: Browser, page: string) => Promise<LightMyRequestResponse>,
): Promise<SignedInUser> {
  await portal.services.database.pool.query('delete from rate_counter');
  const browser = openBrowser({ app: portal.app, services: portal.services, close: async () => undefined });
  const page = await followRedirects(browser, '/auth/start');
  const answer = await finish(browser, page);
  if (answer.statusCode !== 200) throw new Error(`sign-in of ${email} failed: ${answer.payload}`);
  await followRedirects(browser, answer.json<{ redirectTo: string }>().redirectTo);
  const query = '{ querySession { token email_verified user { affiliate_id } } }';
  const session: SignedInUser['session'] = async () =>
    (await browser.post('/api/graphql', { query })).json<{
      data: { querySession: Awaited<ReturnType<SignedInUser['session']>> };
    }>().data.querySession;
  const current = await session();
  if (current === null) throw new Error(`no session for ${email} after sign-in`);
  const affiliateId = current.user.affiliate_id;
  return {
    browser,
    email,
    affiliateId,
    session,
    async call(method, url, payload) {
      const token = (await session())?.token ?? '';
      return portal.app.inject({
        method,
        url,
        headers: { authorization: `Bearer ${token}`, 'affiliate-id': String(affiliateId) },
        ...(payload === undefined ? {} : { payload }),
      });
    },
  };
}

export async function signUp(portal: TestPortal, email: string, birthdate = '1993-04-02'): Promise<SignedInUser> {
  return signInThroughBrowser(portal, email, (browser, page) =>
    browser.post(`${page}/sign-up`, {
      givenName: 'Noor',
      familyName: 'Haddad',
      email,
      password: signUpPassword,
      birthdate,
      acceptTerms: true,
    }),
  );
}

export async function signIn(portal: TestPortal, email: string, password = signUpPassword): Promise<SignedInUser> {
  return signInThroughBrowser(portal, email, (browser, page) => browser.post(`${page}/sign-in`, { email, password }));
}

/** Signs in with a password and an authenticator or recovery code. */
export async function signInWithCode(
  portal: TestPortal,
  email: string,
  code: string,
  password = signUpPassword,
): Promise<SignedInUser> {
  return signInThroughBrowser(portal, email, async (browser, page) => {
    await browser.post(`${page}/sign-in`, { email, password });
    return browser.post(`${page}/second-factor`, { code });
  });
}

export async function signInWithPasskey(
  portal: TestPortal,
  email: string,
  device: ReturnType<typeof createAuthenticator>,
): Promise<SignedInUser> {
  return signInThroughBrowser(portal, email, async (browser, page) => {
    const { ticket, options } = (await browser.post(`${page}/passkey/options`, {})).json<{
      ticket: string;
      options: Record<string, unknown>;
    }>();
    return browser.post(`${page}/passkey`, { ticket, response: device.answer(options) });
  });
}

/** Adds a passkey to a signed-in person's account. */
export async function addPasskey(portal: TestPortal, person: SignedInUser, name = 'Laptop') {
  const device = createAuthenticator(portal.env.BASE_URL);
  const url = `/api/account/user/${person.affiliateId}/passkeys`;
  const created = await person.call('POST', `${url}/options`);
  const { ticket, options } = created.json<{ ticket: string; options: Record<string, unknown> }>();
  const added = await person.call('POST', url, { ticket, name, response: device.make(options) });
  if (added.statusCode !== 200) throw new Error(`adding the passkey failed: ${added.payload}`);
  return device;
}

/** The code and token of the newest verification mail. */
export async function readVerificationMail(
  portal: TestPortal,
  email: string,
): Promise<{ code: string; token: string }> {
  const { rows } = await portal.services.database.pool.query<{ text: string }>(
    "select text from mail_outbox where to_address = $1 and text like '%/sso/verify/%' order by created_at desc limit 1",
    [email],
  );
  const text = rows[0]?.text ?? '';
  return { code: /^\d{6}$/m.exec(text)?.[0] ?? '', token: /\/sso\/verify\/([\w-]+)/.exec(text)?.[1] ?? '' };
}

/** Verifies the address with the code from the mail. */
export async function verifyEmail(portal: TestPortal, person: SignedInUser): Promise<void> {
  const { code } = await readVerificationMail(portal, person.email);
  const answer = await person.call('POST', '/api/account/email-verification/code', { code });
  if (answer.statusCode !== 200) throw new Error(`email verification failed: ${answer.payload}`);
}
