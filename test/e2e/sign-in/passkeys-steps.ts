import type { Page } from 'playwright';
import { visit } from '#platform/testing/browser.ts';

export const dashboard = '/training/dashboard';
export const candidate = 'candidate@demo.test';
export const welcome = 'Welcome, Leilani';

/** Registers a passkey with the page's token and the browser's WebAuthn API. */
export async function addPasskey(page: Page): Promise<string> {
  const { ticket, options } = await callAccountApi(page, 'POST', 'passkeys/options');
  const response = await page.evaluate(async (json) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json);
    return ((await navigator.credentials.create({ publicKey })) as PublicKeyCredential).toJSON();
  }, options);
  return (await callAccountApi(page, 'POST', 'passkeys', { ticket, name: 'Test phone', response })).id;
}

export async function callAccountApi(page: Page, method: string, path: string, payload?: object) {
  return page.evaluate(
    async ({ method, path, payload }) => {
      const send = async (address: string, init: RequestInit) => {
        const answer = await fetch(address, init);
        if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
        return answer.json();
      };
      const json = (value: object) => ({ body: JSON.stringify(value) });
      const type = { 'content-type': 'application/json' };
      const query = '{ querySession { token user { affiliate_id } } }';
      const { data } = await send('/api/graphql', { method: 'POST', headers: type, ...json({ query }) });
      const { token, user } = data.querySession;
      const headers = { authorization: `Bearer ${token}`, 'affiliate-id': String(user.affiliate_id) };
      return send(`/api/account/user/${user.affiliate_id}/${path}`, {
        method,
        ...(payload ? { headers: { ...headers, ...type }, ...json(payload) } : { headers }),
      });
    },
    { method, path, payload },
  );
}

/** Clears the browser's session but not the authenticator. */
export async function openSignIn(page: Page): Promise<void> {
  await page.context().clearCookies();
  await visit(page, '/login/sign-in');
}

export const passkeyButton = (page: Page) => page.getByRole('button', { name: 'Use a passkey' });
