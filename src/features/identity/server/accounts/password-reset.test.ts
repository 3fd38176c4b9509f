import * as oidc from 'openid-client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '#platform/testing/database.ts';
import { purgeExpiredPayloads } from '#features/identity/server/provider/oidc-adapter.ts';
import { demoPassword, seedDemoAccounts } from '#features/identity/server/demo.ts';
import { endSessionsJob } from './sign-out-everywhere.ts';
import {
  attackAccount,
  startSignIn,
  discoverPortal,
  openBrowser,
  openInteraction,
  redeemCallback,
  startIdentity,
  type Browser,
  type TestIdentity,
} from '#features/identity/server/testing.ts';
import { buckets } from './throttle.ts';

const database = await createTestDatabase();
let identity: TestIdentity;
let portal: oidc.Configuration;

beforeAll(async () => {
  identity = await startIdentity(database);
  portal = await discoverPortal(identity);
});
beforeEach(async () => {
  await database.pool.query(
    'truncate account, email_verification, passkey, second_factor, recovery_code, pending_sign_in, rate_counter, link_token, mail_outbox, oidc_payload',
  );
  await database.inTransaction('seed', seedDemoAccounts);
});
afterAll(() => identity.close());

interface SentMail {
  to_address: string;
  locale: string;
  subject: string;
  text: string;
}

async function sentMails(): Promise<SentMail[]> {
  return (await database.pool.query<SentMail>('select * from mail_outbox order by created_at')).rows;
}

async function requestLink(email: string): Promise<string> {
  await openBrowser(identity).post('/sso/forgot', { email });
  const token = /\/sso\/reset\/([\w-]+)/.exec((await sentMails()).at(-1)?.text ?? '')?.[1];
  if (token === undefined) throw new Error('no link was sent');
  return token;
}

async function signIn(browser: Browser, email: string, password: string) {
  const attempt = await startSignIn(identity, portal);
  const page = await openInteraction(browser, attempt);
  const answer = await browser.post(`${page}/sign-in`, { email, password });
  return { attempt, answer };
}

async function signInAndRedeem(browser: Browser, email: string, password: string) {
  const { attempt, answer } = await signIn(browser, email, password);
  const resumed = await browser.get(answer.json<{ redirectTo: string }>().redirectTo);
  return redeemCallback(portal, attempt, String(resumed.headers.location));
}

test('forgot answers every address alike, and sends a mail only if there is an account', async () => {
  await database.pool.query("update account set locale = 'fr-FR' where email = 'diver@demo.test'");
  const known = await openBrowser(identity).post('/sso/forgot', { email: 'DIVER@demo.test' });
  const unknown = await openBrowser(identity).post('/sso/forgot', { email: 'nobody@demo.test' });
  expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body]);
  expect(known.statusCode).toBe(200);
  const locale = identity.services.messages.localeOf('fr-FR', 'identity.mail.reset.body');
  expect(await sentMails()).toMatchObject([{ to_address: 'diver@demo.test', locale }]);
});

test('forgot limits the mails to one account', async () => {
  for (let index = 0; index < buckets.forgotByAccount.limit + 2; index++) {
    expect((await openBrowser(identity).post('/sso/forgot', { email: 'diver@demo.test' })).statusCode).toBe(200);
  }
  expect(await sentMails()).toHaveLength(buckets.forgotByAccount.limit);
});

test('reset sets a new password once, ends every session and queues a job for the portal', async () => {
  const tokens = await signInAndRedeem(openBrowser(identity), 'diver@demo.test', demoPassword);
  const token = await requestLink('diver@demo.test');
  const browser = openBrowser(identity);
  expect((await browser.post('/sso/reset/check', { token })).json()).toEqual({ isUsable: true });
  expect((await browser.post('/sso/reset', { token, password: 'Kelp forest 7' })).statusCode).toBe(200);
  const { rows } = await database.pool.query("select data ->> 'sub' as sub from pgboss.job where name = $1", [
    endSessionsJob.name,
  ]);
  expect(rows).toEqual([{ sub: tokens.claims()?.sub }]);

  await expect(oidc.refreshTokenGrant(portal, String(tokens.refresh_token))).rejects.toMatchObject({
    error: 'invalid_grant',
  });
  expect((await signIn(openBrowser(identity), 'diver@demo.test', demoPassword)).answer.statusCode).toBe(401);
  expect((await signIn(openBrowser(identity), 'diver@demo.test', 'Kelp forest 7')).answer.statusCode).toBe(200);

  expect((await browser.post('/sso/reset/check', { token })).json()).toEqual({ isUsable: false });
  const repeated = await browser.post('/sso/reset', { token, password: 'Kelp forest 8' });
  expect(repeated.statusCode).toBe(410);
  expect(repeated.json()).toMatchObject({ errors: [{ code: 'identity.link_expired' }] });
});

test('reset sends a mail that lists the remaining passkeys', async () => {
  const reset = async (password: string) => {
    const token = await requestLink('diver@demo.test');
    expect((await openBrowser(identity).post('/sso/reset', { token, password })).statusCode).toBe(200);
    return (await sentMails()).at(-1);
  };
  const mail = await reset('Kelp forest 7');
  expect(mail).toMatchObject({ to_address: 'diver@demo.test', subject: 'Your password was reset' });
  expect(mail?.text).toContain(`${identity.services.env.BASE_URL}/account`);
  expect(mail?.text).not.toContain('passkey');
  await database.pool.query(`insert into passkey (sub, id, public_key, counter, name, is_synced)
    select sub, name, '', 0, name, false from account, unnest(array['My phone', 'A stranger’s']) as name
    where email = 'diver@demo.test'`);
  expect((await reset('Kelp forest 8'))?.text).toContain('“A stranger’s” and “My phone”');
});

test('reset does not use up the link when the new password is rejected', async () => {
  const token = await requestLink('diver@demo.test');
  const browser = openBrowser(identity);
  expect((await browser.post('/sso/reset', { token, password: 'Password1' })).statusCode).toBe(422);
  expect((await browser.post('/sso/reset', { token, password: 'Kelp forest 7' })).statusCode).toBe(200);
});

test('reset returns 410 for a link that is forged, expired or older than the password', async () => {
  const [first, second] = [await requestLink('diver@demo.test'), await requestLink('diver@demo.test')];
  const browser = openBrowser(identity);
  expect((await browser.post('/sso/reset', { token: 'A'.repeat(43), password: 'Kelp forest 7' })).statusCode).toBe(410);
  expect((await browser.post('/sso/reset', { token: second, password: 'Kelp forest 7' })).statusCode).toBe(200);
  expect((await browser.post('/sso/reset', { token: first, password: 'Kelp forest 8' })).statusCode).toBe(410);
  const third = await requestLink('diver@demo.test');
  await database.pool.query("update link_token set expires_at = now() - interval '1 second'");
  expect((await browser.post('/sso/reset', { token: third, password: 'Kelp forest 9' })).statusCode).toBe(410);
});

test('reset unlocks an account that is under attack', async () => {
  await attackAccount(database, 'diver@demo.test');
  const browser = openBrowser(identity);
  expect((await signIn(browser, 'diver@demo.test', demoPassword)).answer.statusCode).toBe(429);
  const token = await requestLink('diver@demo.test');
  await browser.post('/sso/reset', { token, password: 'Kelp forest 7' });
  expect((await signIn(browser, 'diver@demo.test', 'Kelp forest 7')).answer.statusCode).toBe(200);
});

test('reset makes every device unknown', async () => {
  const thief = openBrowser(identity);
  await signIn(thief, 'diver@demo.test', demoPassword);
  const token = await requestLink('diver@demo.test');
  await openBrowser(identity).post('/sso/reset', { token, password: 'Kelp forest 7' });
  await attackAccount(database, 'diver@demo.test');
  expect((await signIn(thief, 'diver@demo.test', demoPassword)).answer.statusCode).toBe(429);
});

test('reset accepts one of two links that are used at the same time', async () => {
  const links = [await requestLink('diver@demo.test'), await requestLink('diver@demo.test')];
  const answers = await Promise.all(
    links.map((token, index) => openBrowser(identity).post('/sso/reset', { token, password: `Kelp forest ${index}` })),
  );
  expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([200, 410]);
});

test('purgeExpiredPayloads removes expired payloads only', async () => {
  await signInAndRedeem(openBrowser(identity), 'diver@demo.test', demoPassword);
  expect(await purgeExpiredPayloads(database.db)).toBe(0);
  await database.pool.query(
    "update oidc_payload set expires_at = now() - interval '1 hour' where model = 'AccessToken'",
  );
  expect(await purgeExpiredPayloads(database.db)).toBe(1);
});
