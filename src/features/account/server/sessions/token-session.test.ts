import { describe, expect, it } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { createBrowser as openBrowser, querySession, sessionFields, signIn } from './session-testing.ts';

const portal = await testPortal({ BASE_URL: 'https://portal.test' });
const { app } = portal;
const createBrowser = () => openBrowser(portal);

describe('a bearer token that came by a link', () => {
  const asking = `mutation ($token: String) { createSession(token: $token) ${sessionFields} }`;
  const mutation = `mutation ($token: String) { createSession(token: $token, replace: true) ${sessionFields} }`;

  async function tokenOf(email: string): Promise<string> {
    const browser = createBrowser();
    await signIn(browser, email);
    return (await browser.graphql(querySession)).data.querySession.token;
  }

  it('makes one session and no second, nor one from that', async () => {
    const token = await tokenOf('instructor@demo.test');
    const browser = createBrowser();
    const first = await browser.graphql(mutation, { token });
    expect(first.data.createSession.user.affiliate_id).toBe(400_005);
    expect((await browser.graphql(querySession)).data.querySession.user.affiliate_id).toBe(400_005);
    for (const used of [token, first.data.createSession.token]) {
      const again = await createBrowser().graphql(mutation, { token: used });
      expect(again.errors[0].extensions.code).toBe('account.token_taken');
    }
  });

  it('makes exactly one session when many try at once', async () => {
    const token = await tokenOf('instructor@demo.test');
    const tries = await Promise.all(Array.from({ length: 20 }, () => createBrowser().graphql(mutation, { token })));
    expect(tries.filter((answer) => answer.data?.createSession).length).toBe(1);
  });

  it('takes the place of somebody who is signed in only when asked to', async () => {
    const browser = createBrowser();
    await signIn(browser, 'diver@demo.test');
    const token = await tokenOf('instructor@demo.test');
    const answer = await browser.graphql(asking, { token });
    expect(answer.errors[0].extensions.code).toBe('account.other_session');
    expect((await browser.graphql(querySession)).data.querySession.email).toBe('diver@demo.test');
    expect((await browser.graphql(mutation, { token })).data.createSession.email).toBe('instructor@demo.test');
  });

  it('signs nobody in to a signed-out browser unless the person has agreed, and keeps the token', async () => {
    const token = await tokenOf('instructor@demo.test');
    for (const headers of [{ origin: portal.env.BASE_URL }, { 'sec-fetch-site': 'same-origin' }]) {
      const browser = createBrowser();
      const answer = await browser.graphql(asking, { token }, headers);
      expect(answer.errors[0].extensions.code).toBe('account.link_unconfirmed');
      expect(browser.cookies.size).toBe(0);
    }
    expect((await createBrowser().graphql(mutation, { token })).data.createSession.email).toBe('instructor@demo.test');
  });

  it('makes a session for its owner, and for an app, which no link can open, without the flag', async () => {
    const browser = createBrowser();
    await signIn(browser, 'instructor@demo.test');
    const { token } = (await browser.graphql(querySession)).data.querySession;
    expect((await browser.graphql(asking, { token })).data.createSession.email).toBe('instructor@demo.test');
    const other = await tokenOf('instructor@demo.test');
    const app = await createBrowser().graphql(asking, { token: other }, {});
    expect(app.data.createSession.email).toBe('instructor@demo.test');
  });

  const owner =
    'query ($token: String!) { queryTokenOwner(token: $token) { given_name family_name masked_email browser signed_in_name } }';

  it('says whose account it opens without taking the token or changing anything', async () => {
    const token = await tokenOf('instructor@demo.test');
    const browser = createBrowser();
    const tomas = { given_name: 'Tomás', family_name: 'Reyes', masked_email: 'i•••@demo.test' };
    expect((await browser.graphql(owner, { token })).data.queryTokenOwner).toEqual({
      ...tomas,
      browser: 'nobody',
      signed_in_name: null,
    });
    expect(browser.cookies.size).toBe(0);
    await signIn(browser, 'diver@demo.test');
    expect((await browser.graphql(owner, { token })).data.queryTokenOwner).toMatchObject({
      ...tomas,
      browser: 'other',
    });
    expect((await browser.graphql(querySession)).data.querySession.email).toBe('diver@demo.test');
    expect((await createBrowser().graphql(mutation, { token })).data.createSession.email).toBe('instructor@demo.test');
    expect((await browser.graphql(owner, { token })).errors[0].extensions.code).toBe('account.token_taken');
    expect((await browser.graphql(owner, { token: 'forged' })).errors[0].extensions.code).toBe('session.invalid');
  });

  it('makes a session that ends when the one it came from signs out, and leaves a security event', async () => {
    const parent = createBrowser();
    await signIn(parent, 'instructor@demo.test');
    const { token } = (await parent.graphql(querySession)).data.querySession;
    const child = createBrowser();
    const made = (await child.graphql(mutation, { token })).data.createSession;
    const { rows } = await portal.services.database.pool.query(
      "select affiliate_id from security_event where kind = 'session.created_from_token' order by id desc limit 1",
    );
    expect(rows).toEqual([{ affiliate_id: 400_005 }]);
    await parent.graphql('mutation { deleteSession { logout } }');
    expect((await child.graphql(querySession)).data.querySession).toBeNull();
    const refused = async () =>
      (
        await app.inject({
          url: '/api/dsd/GetCheckpointData',
          headers: { authorization: `Bearer ${made.token}`, 'affiliate-id': '400005' },
        })
      ).statusCode;
    await expect.poll(refused).toBe(401);
  });

  it('makes a session that is over when the one it came from was left idle or has expired', async () => {
    const { pool } = portal.services.database;
    for (const change of ["last_seen_at = now() - interval '2 days'", "expires_at = now() - interval '1 second'"]) {
      const parent = createBrowser();
      await signIn(parent, 'instructor@demo.test');
      const { token } = (await parent.graphql(querySession)).data.querySession;
      const child = createBrowser();
      await child.graphql(mutation, { token });
      expect((await child.graphql(querySession)).data.querySession).not.toBeNull();
      await pool.query(
        `update session set ${change} where id = (select parent_id from session where parent_id is not null
         order by created_at desc limit 1)`,
      );
      expect((await child.graphql(querySession)).data.querySession).toBeNull();
    }
  });

  it('of a session that has ended, or that never was, makes none', async () => {
    const { authorization = '' } = await portal.headersOf('instructor@demo.test');
    const answer = await createBrowser().graphql(mutation, { token: authorization.slice(7) });
    expect(answer.errors[0].extensions.code).toBe('account.token_taken');
  });
});
