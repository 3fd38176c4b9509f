import { describe, expect, it } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { createBrowser as openBrowser, querySession, sessionFields, signIn } from './session-testing.ts';

const portal = await testPortal({ BASE_URL: 'https://portal.test' });
const { app } = portal;
const createBrowser = () => openBrowser(portal);

describe('createSession with a token', () => {
  const unconfirmed = `mutation ($token: String) { createSession(token: $token) ${sessionFields} }`;
  const mutation = `mutation ($token: String) { createSession(token: $token, replace: true) ${sessionFields} }`;

  async function tokenOf(email: string): Promise<string> {
    const browser = createBrowser();
    await signIn(browser, email);
    return (await browser.graphql(querySession)).data.querySession.token;
  }

  it('creates one session, and none from that session’s token', async () => {
    const token = await tokenOf('instructor@demo.test');
    const browser = createBrowser();
    const first = await browser.graphql(mutation, { token });
    expect(first.data.createSession.user.affiliate_id).toBe(400_005);
    expect((await browser.graphql(querySession)).data.querySession.user.affiliate_id).toBe(400_005);
    for (const used of [token, first.data.createSession.token]) {
      const repeated = await createBrowser().graphql(mutation, { token: used });
      expect(repeated.errors[0].extensions.code).toBe('account.token_taken');
    }
  });

  it('creates one session when many requests arrive at the same time', async () => {
    const token = await tokenOf('instructor@demo.test');
    const tries = await Promise.all(Array.from({ length: 20 }, () => createBrowser().graphql(mutation, { token })));
    expect(tries.filter((answer) => answer.data?.createSession).length).toBe(1);
  });

  it('replaces another signed-in person only with the replace flag', async () => {
    const browser = createBrowser();
    await signIn(browser, 'diver@demo.test');
    const token = await tokenOf('instructor@demo.test');
    const answer = await browser.graphql(unconfirmed, { token });
    expect(answer.errors[0].extensions.code).toBe('account.other_session');
    expect((await browser.graphql(querySession)).data.querySession.email).toBe('diver@demo.test');
    expect((await browser.graphql(mutation, { token })).data.createSession.email).toBe('instructor@demo.test');
  });

  it('is rejected in a signed-out browser without the replace flag, and leaves the token usable', async () => {
    const token = await tokenOf('instructor@demo.test');
    for (const headers of [{ origin: portal.env.BASE_URL }, { 'sec-fetch-site': 'same-origin' }]) {
      const browser = createBrowser();
      const answer = await browser.graphql(unconfirmed, { token }, headers);
      expect(answer.errors[0].extensions.code).toBe('account.link_unconfirmed');
      expect(browser.cookies.size).toBe(0);
    }
    expect((await createBrowser().graphql(mutation, { token })).data.createSession.email).toBe('instructor@demo.test');
  });

  it('creates a session for the owner and for an app without the flag', async () => {
    const browser = createBrowser();
    await signIn(browser, 'instructor@demo.test');
    const { token } = (await browser.graphql(querySession)).data.querySession;
    expect((await browser.graphql(unconfirmed, { token })).data.createSession.email).toBe('instructor@demo.test');
    const other = await tokenOf('instructor@demo.test');
    const app = await createBrowser().graphql(unconfirmed, { token: other }, {});
    expect(app.data.createSession.email).toBe('instructor@demo.test');
  });

  const owner =
    'query ($token: String!) { queryTokenOwner(token: $token) { given_name family_name masked_email browser signed_in_name } }';

  it('queryTokenOwner returns the account without redeeming the token', async () => {
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

  it('creates a session that ends with its parent, and records a security event', async () => {
    const parent = createBrowser();
    await signIn(parent, 'instructor@demo.test');
    const { token } = (await parent.graphql(querySession)).data.querySession;
    const child = createBrowser();
    const session = (await child.graphql(mutation, { token })).data.createSession;
    const { rows } = await portal.services.database.pool.query(
      "select affiliate_id from security_log where kind = 'session.created_from_token' order by id desc limit 1",
    );
    expect(rows).toEqual([{ affiliate_id: 400_005 }]);
    await parent.graphql('mutation { deleteSession { logout } }');
    expect((await child.graphql(querySession)).data.querySession).toBeNull();
    const requestStatus = async () =>
      (
        await app.inject({
          url: '/api/dsd/GetCheckpointData',
          headers: { authorization: `Bearer ${session.token}`, 'affiliate-id': '400005' },
        })
      ).statusCode;
    await expect.poll(requestStatus).toBe(401);
  });

  it('creates a session that ends when its parent is idle or has expired', async () => {
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

  it('returns account.token_taken for a session that has ended or never existed', async () => {
    const { authorization = '' } = await portal.headersOf('instructor@demo.test');
    const answer = await createBrowser().graphql(mutation, { token: authorization.slice(7) });
    expect(answer.errors[0].extensions.code).toBe('account.token_taken');
  });
});
