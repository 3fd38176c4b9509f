import type { FastifyInstance } from 'fastify';

interface Portal {
  app: FastifyInstance;
  env: { BASE_URL: string };
}
export type TestBrowser = ReturnType<typeof createBrowser>;

export const sessionFields = '{ sub email logout token user { affiliate_id affiliate_type_id given_name language } }';
export const querySession = `{ querySession ${sessionFields} }`;

/** A minimal browser that stores cookies by name and doesn't follow redirects. */
export function createBrowser({ app, env }: Portal) {
  const own = { origin: env.BASE_URL };
  const cookies = new Map<string, string>();
  const visit = async (
    method: 'GET' | 'POST',
    url: string,
    payload?: object,
    headers: Record<string, string> = own,
  ) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const { pathname, search } = new URL(url, env.BASE_URL);
    const answer = await app.inject({
      method,
      url: pathname + search,
      headers: { cookie, ...headers },
      ...(payload ? { payload } : {}),
    });
    for (const { name, value, expires } of answer.cookies) {
      if (value === '' || (expires !== undefined && expires.getTime() < Date.now())) cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  };
  const graphql = async (query: string, variables: object = {}, headers: Record<string, string> = own) =>
    (await visit('POST', '/api/graphql', { query, variables }, headers)).json();
  return { cookies, visit, graphql };
}

/** Signs in through the account service. Returns the last response. */
export async function signIn(browser: TestBrowser, email: string, returnTo = '/logbook') {
  let answer = await browser.visit('GET', `/auth/start?returnTo=${encodeURIComponent(returnTo)}`);
  answer = await browser.visit('GET', String(answer.headers.location));
  const interaction = new URL(String(answer.headers.location), 'https://portal.test').pathname;
  const { redirectTo } = (
    await browser.visit('POST', `${interaction}/sign-in`, { email, password: 'Diver123' })
  ).json();
  answer = await browser.visit('GET', redirectTo);
  while (String(answer.headers.location).includes('/sso/'))
    answer = await browser.visit('GET', String(answer.headers.location));
  return browser.visit('GET', String(answer.headers.location));
}
