import { describe, expect, it } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';
import {
  createBrowser as openBrowser,
  querySession,
  signIn,
} from '#features/account/server/sessions/session-testing.ts';

const portal = await testPortal({ BASE_URL: 'https://portal.test' });
const createBrowser = () => openBrowser(portal);

describe('deleteSession', () => {
  const deleteSession = 'mutation { deleteSession { sub logout redirect_uri } }';
  const copy = (browser: ReturnType<typeof createBrowser>) => {
    const tab = createBrowser();
    for (const [name, value] of browser.cookies) tab.cookies.set(name, value);
    return tab;
  };

  it('returns an address without an ID token', async () => {
    const browser = createBrowser();
    await signIn(browser, 'diver@demo.test');
    const { redirect_uri: address } = (await browser.graphql(deleteSession)).data.deleteSession;
    expect(address).toMatch(/^https:\/\/portal\.test\/sso\/session\/end\?/);
    expect(address).not.toMatch(/id_token|eyJ/);
    const answer = await browser.visit('GET', address);
    expect(answer.headers.location).toBe('https://portal.test/login/sign-in');
  });

  it('ends the account service’s session, so another tab has to sign in', async () => {
    const browser = createBrowser();
    await signIn(browser, 'diver@demo.test');
    const tab = copy(browser);
    await browser.graphql(deleteSession);
    const start = await tab.visit('GET', '/auth/start');
    const answer = await tab.visit('GET', String(start.headers.location));
    expect(answer.headers.location).toMatch(/\/sso\/interaction\//);
  });

  it('is not undone by a tab that already had an authorization code', async () => {
    const browser = createBrowser();
    await signIn(browser, 'diver@demo.test');
    const tab = copy(browser);
    const start = await tab.visit('GET', '/auth/start');
    const coded = await tab.visit('GET', String(start.headers.location));
    expect(coded.headers.location).toMatch(/\/auth\/callback\?code=/);
    const late = copy(tab);
    await browser.graphql(deleteSession);
    const callback = await late.visit('GET', String(coded.headers.location));
    expect(callback.headers.location).toMatch(/^\/auth\/start\?again=1/);
    expect((await late.graphql(querySession)).data.querySession).toBeNull();
  });

  it('ends a session with which another tab has just replaced this one', async () => {
    const browser = createBrowser();
    await signIn(browser, 'diver@demo.test');
    const tab = copy(browser);
    const start = await tab.visit('GET', '/auth/start');
    const coded = await tab.visit('GET', String(start.headers.location));
    await tab.visit('GET', String(coded.headers.location));
    expect((await tab.graphql(querySession)).data.querySession).not.toBeNull();
    await browser.graphql(deleteSession);
    expect((await tab.graphql(querySession)).data.querySession).toBeNull();
  });

  it('is not undone by several tabs that sign in at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const browser = createBrowser();
      await signIn(browser, 'diver@demo.test');
      const tabs = [copy(browser), copy(browser), copy(browser)];
      const signInAgain = async (tab: (typeof tabs)[number]) => {
        let answer = await tab.visit('GET', '/auth/start');
        for (let step = 0; step < 4 && answer.statusCode < 400; step++) {
          const location = String(answer.headers.location);
          if (/\/sso\/interaction\/|^\/training/.test(location)) return;
          answer = await tab.visit('GET', location);
        }
      };
      await Promise.all([...tabs.map(signInAgain), browser.graphql(deleteSession)]);
      for (const tab of tabs) {
        expect((await tab.graphql(querySession)).data.querySession).toBeNull();
        const start = await tab.visit('GET', '/auth/start');
        const answer = await tab.visit('GET', String(start.headers.location));
        expect(answer.headers.location).toMatch(/\/sso\/interaction\//);
      }
    }
  });
});
