import { createClient } from 'graphql-ws';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { affiliateType } from '#domain/roles.ts';
import { createServer } from '#app/server/server.ts';
import { openServices } from '#app/server/services.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { loadBrand } from '#platform/server/config/brand.ts';
import { createAccessTokens } from '#platform/server/auth/access-tokens.ts';
import { endSession } from '#features/account/server/sessions/session.ts';
import { accountNotices } from '#features/account/shared/notices.ts';
import { documents } from '#features/notifications/web/documents.ts';
import { channelName, type NotificationEvents } from './events.ts';
import { notify } from './notify.ts';

const portal = await testPortal();
const { services, env } = portal;
const { db, pool } = services.database;
const me = 400_001;
const diver = 'diver@demo.test';

/** A second process shares only the database. */
const brand = loadBrand(env.BRAND_FILE);
const otherServices = await openServices(env, brand, pool.options);
const otherApp = await createServer({ services: otherServices, brand, makePage: async () => '' });
afterAll(async () => {
  await otherApp.close();
  await otherServices.close();
});
for (const app of [portal.app, otherApp]) await app.listen({ port: 0, host: '127.0.0.1' });
const addressOf = (app: typeof otherApp) => `127.0.0.1:${(app.server.address() as AddressInfo).port}`;

const streams = { onCreate: 'create', onUpdate: 'update', onDelete: 'delete', onReadAll: 'read-all' } as const;
type Stream = keyof typeof streams;

const personOf = (email: string) =>
  db.selectFrom('person').selectAll().where('email', '=', email).executeTakeFirstOrThrow();

async function mintToken(email: string, { lifetimeS = 300, tokens = services.tokens } = {}) {
  const person = await personOf(email);
  const session = { ...person, id: crypto.randomUUID() };
  const claims = {
    sub: person.sub,
    affiliateId: person.affiliate_id,
    affiliateTypeId: affiliateType.diver,
    sessionId: session.id,
  };
  return { session, ...(await tokens.mint(claims, lifetimeS)) };
}

type Session = Awaited<ReturnType<typeof mintToken>>;

/** A page with all four streams open, on its own session unless one is passed. */
async function openTab(email = diver, { app = portal.app, session = null as Session | null } = {}) {
  const own = session ?? (await mintToken(email));
  const affiliateId = own.session.affiliate_id;
  const received: [stream: Stream, event: Record<string, unknown>][] = [];
  const opened = new Set<Stream>();
  const ended: { stream: Stream; reason: unknown }[] = [];
  const client = createClient({
    url: `ws://${addressOf(app)}/api/graphql`,
    retryAttempts: 0,
    connectionParams: { authorization: `Bearer ${own.token}`, 'affiliate-id': affiliateId },
  });
  afterEach(() => client.dispose());
  for (const stream of Object.keys(streams) as Stream[]) {
    client.subscribe<Record<Stream, Record<string, unknown>>>(
      { query: documents[stream], variables: { me: affiliateId } },
      {
        next({ data }) {
          const event = data?.[stream] ?? {};
          if (event['id'] === mark || event['until'] === mark) opened.add(stream);
          else received.push([stream, event]);
        },
        error: (reason) => void ended.push({ stream, reason }),
        complete: () => void ended.push({ stream, reason: 'complete' }),
      },
    );
  }
  return { ...own, affiliateId, client, received, opened, ended };
}

const mark = 'mark';

/** A stream sends nothing when it opens, so marks are published until each stream has received one. */
async function waitUntilOpen(...tabs: Awaited<ReturnType<typeof openTab>>[]): Promise<void> {
  await expect
    .poll(async () => {
      for (const { affiliateId } of tabs) await sendMarks(affiliateId);
      return tabs.map((tab) => tab.opened.size);
    })
    .toEqual(tabs.map(() => 4));
}

async function sendMarks(affiliateId: number): Promise<void> {
  const item = { id: mark, affiliate_id: affiliateId, timestamp: '', read: true, name: '', url: null };
  const events: NotificationEvents = {
    create: { ...item, message: '', kind: '', version: 0 },
    update: { ...item, message: '', kind: '', version: 0 },
    delete: { id: mark, affiliate_id: affiliateId },
    'read-all': { affiliate_id: affiliateId, until: mark, changed: 0 },
  };
  for (const event of Object.values(streams))
    await services.pubsub.publish(db, channelName(event, affiliateId), events[event]);
}

async function openTabs(...options: Parameters<typeof openTab>[]) {
  const tabs = await Promise.all(options.map((option) => openTab(...option)));
  await waitUntilOpen(...tabs);
  return tabs;
}

const notification = { notice: accountNotices.photoApproved, values: { person: 'Maren' } };
const send = (to = me) =>
  services.database.inTransaction('test', (tx) => notify(services, tx, { ...notification, to }));

async function change(document: keyof typeof documents, variables: Record<string, unknown> = {}, app = portal.app) {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/graphql',
    headers: await portal.headersOf(diver),
    payload: { query: documents[document], variables: { me, ...variables } },
  });
  expect(answer.json().errors).toBeUndefined();
}

async function newestId(): Promise<string> {
  const { rows } = await pool.query(
    'select id from notification where affiliate_id = $1 order by timestamp desc limit 1',
    [me],
  );
  return rows[0].id;
}

afterEach(() => pool.query('delete from notification; delete from mail_outbox'));

describe('notification events', () => {
  it('reach every page of the person on every process, and no one else', async () => {
    const tabs = await openTabs([diver], [diver], [diver, { app: otherApp }], ['student@demo.test']);
    await send();
    const id = await newestId();
    await change('update', { id, read: true });
    await change('update', { id, read: false });
    await change('readAll');
    await change('delete', { id });
    await change('restore', { id });
    const expectedEvents = [
      ['onCreate', { id, affiliate_id: me, read: false, kind: 'account.photo_approved', version: 1 }],
      ['onUpdate', { id, read: true, version: 2 }],
      ['onUpdate', { id, read: false, version: 3 }],
      ['onReadAll', { until: expect.stringMatching(/Z$/) }],
      ['onDelete', { id, affiliate_id: me }],
      ['onCreate', { id, read: true, version: 6 }],
    ];
    const strangers = tabs.pop();
    for (const { received } of tabs) await expect.poll(() => received).toMatchObject(expectedEvents);
    expect(strangers?.received).toEqual([]);
  });

  it('reach the other process in both directions', async () => {
    await send();
    const id = await newestId();
    const [here, there] = await openTabs([diver], [diver, { app: otherApp }]);
    for (const [app, read] of [
      [portal.app, true],
      [otherApp, false],
    ] as const)
      await change('update', { id, read }, app);
    const both = [
      ['onUpdate', { read: true }],
      ['onUpdate', { read: false }],
    ];
    await expect.poll(() => here?.received).toMatchObject(both);
    await expect.poll(() => there?.received).toMatchObject(both);
  });

  it('arrive in commit order, and not at all after a rollback', async () => {
    const [tab] = await openTabs([diver, { app: otherApp }]);
    const started = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const first = services.database.inTransaction('first', async (tx) => {
      await notify(services, tx, { ...notification, to: me, key: 'begun first' });
      started.resolve();
      await held.promise;
    });
    await started.promise;
    await send();
    const second = await newestId();
    await expect.poll(() => tab?.received).toHaveLength(1);
    const rolledBack = services.database.inTransaction('rolled back', async (tx) => {
      await notify(services, tx, { ...notification, to: me, key: 'rolled back' });
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    held.resolve();
    await first;
    for (const read of [true, false, true]) await change('update', { id: second, read });
    await expect.poll(() => tab?.received.length).toBe(5);
    expect(tab?.received.map(([stream, event]) => [stream, event['id'] === second, event['version']])).toEqual([
      ['onCreate', true, 1],
      ['onCreate', false, 1],
      ['onUpdate', true, 2],
      ['onUpdate', true, 3],
      ['onUpdate', true, 4],
    ]);
  });
});

describe('notification stream', () => {
  it('of another person is rejected, and the connection stays open', async () => {
    const [tab] = await openTabs([diver]);
    for (const stream of Object.keys(streams) as Stream[]) {
      const outcome = Promise.withResolvers<unknown>();
      tab?.client.subscribe(
        { query: documents[stream], variables: { me: 400_002 } },
        { next: outcome.resolve, error: outcome.resolve, complete: () => undefined },
      );
      expect(await outcome.promise).toMatchObject([{ extensions: { code: 'not_found' } }]);
    }
    await send(400_002);
    await send();
    await expect.poll(() => tab?.received).toMatchObject([['onCreate', { affiliate_id: me }]]);
    expect(tab?.ended).toEqual([]);
  });

  it('is not opened with an expired or forged token', async () => {
    const forger = createAccessTokens(['another-servers-key-another-servers-key-xx'], env.BASE_URL);
    for (const options of [{ lifetimeS: -1 }, { tokens: forger }]) {
      const tab = await openTab(diver, { session: await mintToken(diver, options) });
      await expect.poll(() => tab.ended).toHaveLength(4);
      for (const { reason } of tab.ended) expect(reason).toMatchObject({ code: 4403 });
      expect(tab.opened.size).toBe(0);
    }
  });

  it('outlives its token, but not its session', async () => {
    const session = await mintToken(diver, { lifetimeS: 2 });
    const [tab, witness] = await openTabs([diver, { session }], [diver]);
    const verify = async () => services.tokens.verify(session.token);
    await expect
      .poll(() =>
        verify().then(
          () => 'valid',
          () => 'expired',
        ),
      )
      .toBe('expired');
    await send();
    await expect.poll(() => tab?.received).toHaveLength(1);

    await services.database.inTransaction('test', (tx) => endSession(tx, session.session));
    await expect
      .poll(() => tab?.ended.map(({ reason }) => reason))
      .toEqual(['complete', 'complete', 'complete', 'complete']);
    await send();
    await expect.poll(() => witness?.received).toHaveLength(2);
    expect(tab?.received).toHaveLength(1);
    expect(witness?.ended).toEqual([]);
  });

  it('on another process ends with the session as well', async () => {
    const [tab] = await openTabs([diver, { app: otherApp }]);
    await services.database.inTransaction('test', async (tx) => tab && endSession(tx, tab.session));
    await expect.poll(() => tab?.ended).toHaveLength(4);
  });
});
