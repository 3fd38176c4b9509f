import { createClient } from 'graphql-ws';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
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

/** A second process would have the same database, and nothing else in common. */
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
  const claims = { sub: person.sub, affiliateId: person.affiliate_id, affiliateTypeId: 1, sessionId: session.id };
  return { session, ...(await tokens.mint(claims, lifetimeS)) };
}

type Session = Awaited<ReturnType<typeof mintToken>>;

/** A page with all four streams open, on a session of its own unless it is given one. */
async function openTab(email = diver, { app = portal.app, session = null as Session | null } = {}) {
  const own = session ?? (await mintToken(email));
  const affiliateId = own.session.affiliate_id;
  const heard: [stream: Stream, event: Record<string, unknown>][] = [];
  const standing = new Set<Stream>();
  const ended: { stream: Stream; how: unknown }[] = [];
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
          if (event['id'] === mark || event['until'] === mark) standing.add(stream);
          else heard.push([stream, event]);
        },
        error: (how) => void ended.push({ stream, how }),
        complete: () => void ended.push({ stream, how: 'complete' }),
      },
    );
  }
  return { ...own, affiliateId, client, heard, standing, ended };
}

const mark = 'mark';

/** Nothing says that a stream stands; so each is sent something to hear until it has heard it. */
async function standing(...tabs: Awaited<ReturnType<typeof openTab>>[]): Promise<void> {
  await expect
    .poll(async () => {
      for (const { affiliateId } of tabs) await sendMarks(affiliateId);
      return tabs.map((tab) => tab.standing.size);
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
  await standing(...tabs);
  return tabs;
}

const news = { notice: accountNotices.photoApproved, values: { person: 'Maren' } };
const tell = (to = me) => services.database.inTransaction('test', (tx) => notify(services, tx, { ...news, to }));

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

describe('what happens to a notification', () => {
  it('is heard by every page of its person, on every process, and by nobody else', async () => {
    const tabs = await openTabs([diver], [diver], [diver, { app: otherApp }], ['student@demo.test']);
    await tell();
    const id = await newestId();
    await change('update', { id, read: true });
    await change('update', { id, read: false });
    await change('readAll');
    await change('delete', { id });
    await change('restore', { id });
    const story = [
      ['onCreate', { id, affiliate_id: me, read: false, kind: 'account.photo_approved', version: 1 }],
      ['onUpdate', { id, read: true, version: 2 }],
      ['onUpdate', { id, read: false, version: 3 }],
      ['onReadAll', { until: expect.stringMatching(/Z$/) }],
      ['onDelete', { id, affiliate_id: me }],
      ['onCreate', { id, read: true, version: 6 }],
    ];
    const strangers = tabs.pop();
    for (const { heard } of tabs) await expect.poll(() => heard).toMatchObject(story);
    expect(strangers?.heard).toEqual([]);
  });

  it('on one process is heard on the other, either way', async () => {
    await tell();
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
    await expect.poll(() => here?.heard).toMatchObject(both);
    await expect.poll(() => there?.heard).toMatchObject(both);
  });

  it('is heard in the order of the commits, and not at all when there was none', async () => {
    const [tab] = await openTabs([diver, { app: otherApp }]);
    const begun = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const first = services.database.inTransaction('first', async (tx) => {
      await notify(services, tx, { ...news, to: me, key: 'begun first' });
      begun.resolve();
      await held.promise;
    });
    await begun.promise;
    await tell();
    const second = await newestId();
    const undone = services.database.inTransaction('undone', async (tx) => {
      await notify(services, tx, { ...news, to: me, key: 'undone' });
      throw new Error('it did not happen after all');
    });
    await expect(undone).rejects.toThrow('after all');
    held.resolve();
    await first;
    for (const read of [true, false, true]) await change('update', { id: second, read });
    await expect.poll(() => tab?.heard.length).toBe(5);
    expect(tab?.heard.map(([stream, event]) => [stream, event['id'] === second, event['version']])).toEqual([
      ['onCreate', true, 1],
      ['onCreate', false, 1],
      ['onUpdate', true, 2],
      ['onUpdate', true, 3],
      ['onUpdate', true, 4],
    ]);
  });
});

describe('a stream', () => {
  it("of another person's is refused, and the connection serves on", async () => {
    const [tab] = await openTabs([diver]);
    for (const stream of Object.keys(streams) as Stream[]) {
      const refused = Promise.withResolvers<unknown>();
      tab?.client.subscribe(
        { query: documents[stream], variables: { me: 400_002 } },
        { next: refused.resolve, error: refused.resolve, complete: () => undefined },
      );
      expect(await refused.promise).toMatchObject([{ extensions: { code: 'not_found' } }]);
    }
    await tell(400_002);
    await tell();
    await expect.poll(() => tab?.heard).toMatchObject([['onCreate', { affiliate_id: me }]]);
    expect(tab?.ended).toEqual([]);
  });

  it('is not opened with a token that has expired, or is not ours', async () => {
    const forger = createAccessTokens(['somebody-elses-key-somebody-elses-key-some'], env.BASE_URL);
    for (const options of [{ lifetimeS: -1 }, { tokens: forger }]) {
      const tab = await openTab(diver, { session: await mintToken(diver, options) });
      await expect.poll(() => tab.ended).toHaveLength(4);
      for (const { how } of tab.ended) expect(how).toMatchObject({ code: 4403 });
      expect(tab.standing.size).toBe(0);
    }
  });

  it('outlives the token that it was opened with, but not its session', async () => {
    const session = await mintToken(diver, { lifetimeS: 2 });
    const [tab, witness] = await openTabs([diver, { session }], [diver]);
    await expect
      .poll(() =>
        services.tokens.verify(session.token).then(
          () => 'valid',
          () => 'expired',
        ),
      )
      .toBe('expired');
    await tell();
    await expect.poll(() => tab?.heard).toHaveLength(1);

    await services.database.inTransaction('test', (tx) => endSession(tx, session.session));
    await expect.poll(() => tab?.ended.map(({ how }) => how)).toEqual(['complete', 'complete', 'complete', 'complete']);
    await tell();
    await expect.poll(() => witness?.heard).toHaveLength(2);
    expect(tab?.heard).toHaveLength(1);
    expect(witness?.ended).toEqual([]);
  });

  it('on another process ends with the session as well', async () => {
    const [tab] = await openTabs([diver, { app: otherApp }]);
    await services.database.inTransaction('test', async (tx) => tab && endSession(tx, tab.session));
    await expect.poll(() => tab?.ended).toHaveLength(4);
  });
});
