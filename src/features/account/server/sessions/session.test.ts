import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { affiliateType } from '#domain/roles.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { locales } from '#platform/shared/locale.ts';
import { checkIssuer } from '#features/account/server/sign-in/check-issuer.ts';
import { createBrowser as openBrowser, querySession, sessionFields, signIn } from './session-testing.ts';

const portal = await testPortal({ BASE_URL: 'https://portal.test' });
const { env, app } = portal;

const createBrowser = () => openBrowser(portal);

describe('signing in', () => {
  it('redirects to returnTo, with an HttpOnly session cookie', async () => {
    const browser = createBrowser();
    const answer = await signIn(browser, 'instructor@demo.test', '/logbook/list?tab=drafts');
    expect(answer.headers.location).toBe('/logbook/list?tab=drafts');
    const cookie = answer.cookies.find(({ name }) => name === '__Host-session');
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' });
    const { data } = await browser.graphql(querySession);
    expect(data.querySession).toMatchObject({
      email: 'instructor@demo.test',
      logout: false,
      user: { affiliate_id: 400_005, affiliate_type_id: affiliateType.instructor },
    });
  });

  it('counts a person without an address as verified only through a guardian', async () => {
    const { pool } = portal.services.database;
    const people = [
      ['diver@demo.test', 400_001, false],
      ['minor@demo.test', 400_003, true],
    ] as const;
    for (const [email, affiliateId, isVerified] of people) {
      const browser = createBrowser();
      await signIn(browser, email);
      await pool.query('update person set email = null, email_verified_at = null where affiliate_id = $1', [
        affiliateId,
      ]);
      const { data } = await browser.graphql('{ querySession { email_verified } }');
      await pool.query('update person set email = $2, email_verified_at = now() where affiliate_id = $1', [
        affiliateId,
        email,
      ]);
      expect(data.querySession, email).toEqual({ email_verified: isVerified });
    }
  });

  it('never redirects to another site', async () => {
    const answer = await signIn(createBrowser(), 'diver@demo.test', 'https://evil.example/x');
    expect(answer.headers.location).toBe('/training/dashboard');
  });

  it('restarts once if the callback belongs to another attempt', async () => {
    const browser = createBrowser();
    const first = await browser.visit('GET', '/auth/callback?code=x&state=forged');
    expect(first.headers.location).toBe('/auth/start?again=1');
    await browser.visit('GET', String(first.headers.location));
    const second = await browser.visit('GET', '/auth/callback?code=x&state=forged');
    expect(second.headers.location).toBe('/sso/problem?error=server_error');
  });
});

describe('a session', () => {
  it('is null without a cookie, and with a forged one', async () => {
    const browser = createBrowser();
    expect(await browser.graphql(querySession)).toEqual({ data: { querySession: null } });
    browser.cookies.set('__Host-session', '400001.forged');
    expect(await browser.graphql(querySession)).toEqual({ data: { querySession: null } });
    browser.cookies.set('__Host-session', `400001'; drop table session; --`);
    expect(await browser.graphql(querySession)).toEqual({ data: { querySession: null } });
  });

  it('returns a token that the API accepts, and a new one on request', async () => {
    const browser = createBrowser();
    await signIn(browser, 'student@demo.test');
    const first = (await browser.graphql(querySession)).data.querySession;
    const second = (await browser.graphql(`mutation { createSession ${sessionFields} }`)).data.createSession;
    expect(second.token).not.toBe(first.token);
    for (const { token } of [first, second]) {
      const answer = await app.inject({
        url: '/api/dsd/GetCheckpointData',
        headers: { authorization: `Bearer ${token}`, 'affiliate-id': '400002' },
      });
      expect(answer.statusCode).toBe(200);
    }
  });

  it('is not returned to another origin', async () => {
    const browser = createBrowser();
    await signIn(browser, 'student@demo.test');
    const foreign = ['cross-site', 'same-site', 'unknown'].map((site) => ({ 'sec-fetch-site': site }));
    for (const headers of [{ origin: 'https://evil.example' }, ...foreign]) {
      expect((await browser.graphql(querySession, {}, headers)).errors[0].extensions.code).toBe(
        'request.foreign_origin',
      );
    }
  });

  it('ends with deleteSession: cookie, token and account service', async () => {
    const browser = createBrowser();
    await signIn(browser, 'guardian@demo.test');
    const { token } = (await browser.graphql(querySession)).data.querySession;
    const oldCookies = new Map(browser.cookies);
    const { deleteSession } = (await browser.graphql('mutation { deleteSession { email logout redirect_uri } }')).data;
    expect(deleteSession).toMatchObject({ email: 'guardian@demo.test', logout: true });
    expect(browser.cookies.has('__Host-session')).toBe(false);
    for (const [name, value] of oldCookies) browser.cookies.set(name, value);
    expect(await browser.graphql(querySession)).toEqual({ data: { querySession: null } });
    const requestStatus = async () =>
      (
        await app.inject({
          url: '/api/dsd/GetCheckpointData',
          headers: { authorization: `Bearer ${token}`, 'affiliate-id': '400004' },
        })
      ).statusCode;
    await expect.poll(requestStatus).toBe(401);
    const signedOut = await browser.visit('GET', deleteSession.redirect_uri);
    expect(String(signedOut.headers.location)).toContain('/login/sign-in');
  });

  it('ends when it is idle for too long or too old', async () => {
    const browser = createBrowser();
    await signIn(browser, 'candidate@demo.test');
    const { db } = portal.services.database;
    const change = (values: object) =>
      db.updateTable('session').set(values).where('affiliate_id', '=', 400_006).execute();
    await change({ last_seen_at: new Date(Date.now() - (env.SESSION_IDLE_MIN + 6) * 60_000) });
    expect(await browser.graphql(querySession)).toEqual({ data: { querySession: null } });
    await change({ last_seen_at: new Date() });
    expect((await browser.graphql(querySession)).data.querySession).not.toBeNull();
    await change({ expires_at: new Date(Date.now() - 1) });
    expect(await browser.graphql(querySession)).toEqual({ data: { querySession: null } });
  });

  it('is marked as used by a page load, to the minute', async () => {
    const browser = createBrowser();
    await signIn(browser, 'candidate@demo.test');
    const { db } = portal.services.database;
    const before = new Date(Date.now() - 10 * 60_000);
    await db.updateTable('session').set({ last_seen_at: before }).where('affiliate_id', '=', 400_006).execute();
    await browser.graphql(querySession);
    const rows = await db
      .selectFrom('session')
      .select('last_seen_at')
      .where('affiliate_id', '=', 400_006)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', new Date())
      .execute();
    expect(rows.some((row) => row.last_seen_at > before)).toBe(true);
  });

  it('ends when the account service has revoked it, which one job checks', async () => {
    const browser = createBrowser();
    await signIn(browser, 'candidate@demo.test');
    const { database } = portal.services;
    const due = () =>
      database.db
        .updateTable('session')
        .set({ issuer_checked_at: new Date(0) })
        .where('affiliate_id', '=', 400_006)
        .execute();
    const refresh = () => browser.graphql(`mutation { createSession ${sessionFields} }`);
    await due();
    const both = await Promise.all([refresh(), refresh()]);
    expect(both.map((answer) => answer.data.createSession?.email)).toEqual([
      'candidate@demo.test',
      'candidate@demo.test',
    ]);
    const listJobs = async () => {
      const { rows } = await database.pool.query<{ data: { affiliateId: number; id: string } }>(
        "select data from pgboss.job where name = 'account.check-issuer'",
      );
      return rows.map((row) => row.data);
    };
    const [payload, ...others] = await listJobs();
    expect(others).toEqual([]);
    if (payload === undefined) throw new Error('no check-issuer job was queued');
    const ctx = { database, services: portal.services, log: app.log, now: new Date(), isLastTry: false };
    await checkIssuer.run(ctx, payload);
    expect((await browser.graphql(querySession)).data.querySession).not.toBeNull();
    await database.db.deleteFrom('oidc_payload').where('model', '=', 'RefreshToken').execute();
    await checkIssuer.run(ctx, payload);
    expect(await browser.graphql(querySession)).toEqual({ data: { querySession: null } });
  });

  it('ends when another person signs in on the same browser', async () => {
    const browser = createBrowser();
    await signIn(browser, 'guardian@demo.test');
    const { token } = (await browser.graphql(querySession)).data.querySession;
    // Only the portal's session cookie is left.
    for (const name of browser.cookies.keys()) if (name !== '__Host-session') browser.cookies.delete(name);
    await signIn(browser, 'diver@demo.test');
    const requestStatus = async () =>
      (
        await app.inject({
          url: '/api/dsd/GetCheckpointData',
          headers: { authorization: `Bearer ${token}`, 'affiliate-id': '400004' },
        })
      ).statusCode;
    await expect.poll(requestStatus).toBe(401);
  });

  it('stores no secrets in the database', async () => {
    const browser = createBrowser();
    await signIn(browser, 'diver@demo.test');
    const secret = (browser.cookies.get('__Host-session') ?? '').split('.')[1] ?? 'x';
    const rows = JSON.stringify(await portal.services.database.db.selectFrom('session').selectAll().execute());
    expect(rows).not.toContain(secret);
    // Matches a whole token, because its first three letters also occur in random ids.
    expect(rows).not.toMatch(/eyJ[\w-]{16,}\.[\w-]{16,}\./);
  });
});

describe('PUT user/update/language/{email}', () => {
  it('changes the caller’s language, which the next session returns', async () => {
    const url = '/api/account/user/update/language/minor%40demo.test';
    expect(
      (await portal.request('minor@demo.test', 'PUT', url, { userName: 'minor@demo.test', languageCode: 'ar-SA' }))
        .statusCode,
    ).toBe(200);
    const browser = createBrowser();
    await signIn(browser, 'minor@demo.test');
    expect((await browser.graphql(querySession)).data.querySession.user.language).toBe('ar-SA');
  });

  it('changes the language at the account service', async () => {
    const url = '/api/account/user/update/language/minor%40demo.test';
    await portal.request('minor@demo.test', 'PUT', url, { userName: 'minor@demo.test', languageCode: 'fr-FR' });
    const { locale } = await portal.services.database.db
      .selectFrom('account')
      .select('locale')
      .where('email', '=', 'minor@demo.test')
      .executeTakeFirstOrThrow();
    expect(locale).toBe('fr-FR');
  });

  it('identifies a person without an email address by affiliate id or sub', async () => {
    const { db } = portal.services.database;
    const headers = await portal.headersOf('store@demo.test');
    const store = () => db.selectFrom('person').selectAll().where('affiliate_id', '=', 400_007);
    const { sub } = await store().executeTakeFirstOrThrow();
    const choose = async (name: string, languageCode: string) => {
      const url = `/api/account/user/update/language/${encodeURIComponent(name)}`;
      const payload = { userName: name, languageCode };
      return (await portal.app.inject({ method: 'PUT', url, headers, payload })).statusCode;
    };
    const setEmail = (email: string | null) =>
      db.updateTable('person').set({ email }).where('affiliate_id', '=', 400_007).execute();
    await setEmail(null);
    const answers = [
      await choose('400007', 'de-DE'),
      await choose(sub, 'it-IT'),
      await choose('400001', 'fr-FR'),
      await choose('store@demo.test', 'fr-FR'),
    ];
    const { language } = await store().executeTakeFirstOrThrow();
    await setEmail('store@demo.test');
    expect(answers).toEqual([200, 200, 404, 404]);
    expect(language).toBe('it-IT');
  });

  it('returns 404 for another person', async () => {
    const answer = await portal.request(
      'diver@demo.test',
      'PUT',
      '/api/account/user/update/language/staff%40demo.test',
      { userName: 'staff@demo.test', languageCode: 'fr-FR' },
    );
    expect(answer.statusCode).toBe(404);
  });
});

describe('translations', () => {
  it('are served one by one and in a batch, with null for a missing key', async () => {
    const get = async (query: string) =>
      (await portal.request(null, 'GET', `/api/global/translations/${query}`)).json();
    expect(await get('translate?key=shell.error.title&culture=en-US')).toEqual({
      key: 'shell.error.title',
      culture: 'en-US',
      value: 'Oops',
    });
    expect((await get('translate?key=nope&culture=en-US')).value).toBeNull();
    const batch = await get('translate/batch?keys[0]=shell.error.title&keys[1]=nope&culture=en-US');
    expect(batch.map((entry: { value: string }) => entry.value)).toEqual(['Oops', null]);
    expect((await get('translate/batch?other=1&culture=en-US')).errors[0].code).toBe('request.invalid');
  });

  it.each(locales)('return the messages of the pages in %s, in the order of the indexes', async (culture) => {
    const get = async (query: string) =>
      (await portal.request(null, 'GET', `/api/global/translations/${query}&culture=${culture}`)).json();
    const folder = join(import.meta.dirname, '../../../..');
    const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, string>;
    const shell = read(`app/web/shell/messages/${culture}.json`)['shell.error.title'];
    const logbook = read(`features/logbook/shared/messages/${culture}.json`)['logbook.title'];
    expect((await get('translate?key=shell.error.title')).value).toBe(shell);
    const batch = await get('translate/batch?keys[10]=shell.error.title&keys[9]=logbook.title');
    expect(batch).toEqual([
      { key: 'logbook.title', culture, value: logbook },
      { key: 'shell.error.title', culture, value: shell },
    ]);
  });
});
