import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { expectNoAxeViolations, openPage, signIn, typeCredentials, visit } from '#platform/testing/browser.ts';
import '#test/support/e2e/expect-page.ts';

const dashboard = '/training/dashboard';
const candidate = 'candidate@demo.test';
const welcome = 'Welcome, Leilani';
const unauthorised = /status of 401/;

/** A phone in software, as Chromium offers it for tests: it has a place for passkeys and says yes by itself. */
async function plugIn(page: Page, isUserVerified = true): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified,
      automaticPresenceSimulation: true,
    },
  });
}

/** A browser that shows passkeys only when it is asked to. */
async function withoutOffers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
}

/** With the page's own token, by the browser's own calls. */
async function addPasskey(page: Page): Promise<string> {
  const { ticket, options } = await call(page, 'POST', 'passkeys/options');
  const response = await page.evaluate(async (json) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json);
    return ((await navigator.credentials.create({ publicKey })) as PublicKeyCredential).toJSON();
  }, options);
  return (await call(page, 'POST', 'passkeys', { ticket, name: 'Test phone', response })).id;
}

async function call(page: Page, method: string, path: string, payload?: object) {
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

/** The browser forgets who it was; the phone does not. */
async function openSignIn(page: Page): Promise<void> {
  await page.context().clearCookies();
  await visit(page, '/login/sign-in');
}

const passkeyButton = (page: Page) => page.getByRole('button', { name: 'Use a passkey' });

describe('a passkey', () => {
  it('signs in by one press, without address and password, and no longer once it was removed', async () => {
    const page = await openPage({ expectedProblems: [unauthorised] });
    await withoutOffers(page);
    await plugIn(page);
    await signIn(page, candidate);
    const id = await addPasskey(page);

    await openSignIn(page);
    await passkeyButton(page).waitFor();
    await expectNoAxeViolations(page);
    await passkeyButton(page).click();
    await expect(page).toShow(dashboard, welcome);

    await call(page, 'DELETE', `passkeys/${id}`);
    await openSignIn(page);
    await passkeyButton(page).click();
    await page.getByText('This passkey did not work. Try again, or sign in with your password.').waitFor();
    await typeCredentials(page, candidate);
    await expect(page).toShow(dashboard, welcome);
  });

  it('is offered where the address is typed, by a browser that can', async () => {
    const page = await openPage();
    await plugIn(page);
    await signIn(page, candidate);
    const id = await addPasskey(page);
    await openSignIn(page);
    await expect(page).toShow(dashboard, welcome);
    await call(page, 'DELETE', `passkeys/${id}`);
  });

  it('is asked for in vain by who thinks better of it: nothing is said, and the password still works', async () => {
    const page = await openPage();
    await withoutOffers(page);
    await plugIn(page, false);
    await openSignIn(page);
    const asked = page.waitForResponse('**/passkey/options');
    await passkeyButton(page).click();
    await asked;
    await expect.poll(() => passkeyButton(page).getAttribute('aria-disabled')).toBeNull();
    expect((await page.getByRole('alert').allTextContents()).join('')).toBe('');
    await typeCredentials(page, candidate);
    await expect(page).toShow(dashboard, welcome);
  });

  it('is not spoken of where the browser knows none', async () => {
    const page = await openPage();
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));
    await openSignIn(page);
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    expect(await passkeyButton(page).count()).toBe(0);
    await typeCredentials(page, candidate);
    await expect(page).toShow(dashboard, welcome);
  });
});
