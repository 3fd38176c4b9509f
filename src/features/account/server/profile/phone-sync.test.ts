import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testPortal, type TestPortal } from '#test/support/api/portal-testing.ts';
import { startJobWorkers, type Job, type JobContext } from '#platform/server/jobs/jobs.ts';
import { decrypt } from '#platform/server/crypto/secrets.ts';
import { syncPhone } from './phone-sync.ts';

interface Received {
  id: string | undefined;
  apiKey: string | undefined;
  body: { phoneNumber: string; affiliateId: number };
}

/** A queue that answers as it is told to, and then well; it can be held to answer later. */
const received: Received[] = [];
const answers: number[] = [];
let gate = Promise.resolve();
const server = createServer((request, response) => {
  void (async () => {
    const { 'idempotency-key': id, 'x-api-key': apiKey } = request.headers as Record<string, string | undefined>;
    received.push({ id, apiKey, body: JSON.parse(await text(request)) as Received['body'] });
    await gate;
    response.writeHead(answers.shift() ?? 200).end();
  })();
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const apiKey = 'the-key-of-the-queue';
const away = await testPortal({
  SYNC_QUEUE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/phones`,
  SYNC_QUEUE_API_KEY: apiKey,
});
const own = await testPortal();
const diver = 400_001;
const instructor = 400_005;

const contextOf = ({ services, app }: TestPortal): JobContext => ({
  services,
  database: services.database,
  log: app.log,
  now: new Date(),
  isLastTry: false,
});
const sync = (portal: TestPortal, affiliateId = diver) => syncPhone.run(contextOf(portal), { affiliateId });
const change = async (portal: TestPortal, phoneNumber: string, name = 'diver', affiliateId = diver) => {
  const url = `/api/account/user/update/phone/${name}@demo.test`;
  expect((await portal.request(`${name}@demo.test`, 'PUT', url, { affiliateId, phoneNumber })).statusCode).toBe(200);
};
const waiting = ({ services }: TestPortal) =>
  services.database.db
    .selectFrom('phone_change')
    .selectAll()
    .where('delivered_at', 'is', null)
    .orderBy('seq')
    .execute();
const numbers = () => received.map(({ body }) => body.phoneNumber);
const isLocked = async ({ services }: TestPortal) =>
  (
    await services.database.pool.query(`
      select from pg_locks l join pg_database d on d.oid = l.database
      where l.locktype = 'advisory' and d.datname = current_database()`)
  ).rows.length > 0;

beforeEach(async () => {
  answers.length = 0;
  gate = Promise.resolve();
  for (const portal of [away, own]) {
    await sync(portal);
    await sync(portal, instructor);
  }
  received.length = 0;
});

describe('a changed number', () => {
  it('is posted to the queue as the specification says, with its key', async () => {
    await change(away, '+46313900601');
    const [row] = await waiting(away);
    await sync(away);
    expect(received).toEqual([
      {
        id: row?.event_id,
        apiKey,
        body: {
          eventType: 'phone_update',
          affiliateId: diver,
          phoneNumberTypeId: 2,
          userName: 'diver@demo.test',
          phoneNumber: '+46313900601',
        },
      },
    ]);
    expect(await waiting(away)).toEqual([]);
  });

  it('waits while the queue fails, comes in the order of the changes, and each of them once', async () => {
    for (const number of ['+46313900602', '', '+46313900603']) await change(away, number);
    const events = (await waiting(away)).map((row) => row.event_id);
    answers.push(503, 503);
    await expect(sync(away)).rejects.toThrow('503');
    await expect(sync(away)).rejects.toThrow('503');
    expect(await waiting(away)).toHaveLength(3);
    expect(await isLocked(away)).toBe(false);
    await sync(away);
    await sync(away);
    expect(numbers()).toEqual(['+46313900602', '+46313900602', '+46313900602', '', '+46313900603']);
    // The tries of one change carry one key, so that the queue takes it once whatever became of our answer.
    expect([...new Set(received.map(({ id }) => id))]).toEqual(events);
    expect(await waiting(away)).toEqual([]);
  });

  it('that fails in the middle goes on from there', async () => {
    for (const number of ['+46313900604', '+46313900605', '+46313900606']) await change(away, number);
    answers.push(200, 500);
    await expect(sync(away)).rejects.toThrow('500');
    await sync(away);
    expect(numbers()).toEqual(['+46313900604', '+46313900605', '+46313900605', '+46313900606']);
  });

  it('is taken by one worker at a time, which also takes what came meanwhile, and holds no transaction', async () => {
    await change(away, '+46313900607');
    let open = (): void => undefined;
    gate = new Promise((resolve) => (open = resolve));
    const first = sync(away);
    await expect.poll(numbers).toEqual(['+46313900607']);
    await change(away, '+46313900608');
    await away.services.database.pool.query('delete from pgboss.job where name = $1', [syncPhone.name]);
    await sync(away);
    // Whoever comes meanwhile comes by again, in case the first does not see what came last.
    const later = await away.services.database.pool.query<{ data: object }>(
      'select data from pgboss.job where name = $1 and start_after > now()',
      [syncPhone.name],
    );
    expect(later.rows).toEqual([{ data: { affiliateId: diver } }]);
    const { rows } = await away.services.database.pool.query<{ state: string }>(
      "select state from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
    );
    expect(rows).toEqual([]);
    expect(numbers()).toEqual(['+46313900607']);
    open();
    await first;
    expect(numbers()).toEqual(['+46313900607', '+46313900608']);
    expect(await isLocked(away)).toBe(false);
  });

  it('of one person does not wait for that of another', async () => {
    await change(away, '+46313900609');
    await change(away, '+441914980150', 'instructor', instructor);
    answers.push(503);
    await expect(sync(away)).rejects.toThrow('503');
    await sync(away, instructor);
    expect(numbers()).toEqual(['+46313900609', '+441914980150']);
  });

  it('that was given up is taken up again by the clock', async () => {
    const { pool } = away.services.database;
    await change(away, '+46313900610');
    await pool.query('delete from pgboss.job where name = $1', [syncPhone.name]);
    const jobs = async () =>
      (await pool.query<{ data: object }>('select data from pgboss.job where name = $1', [syncPhone.name])).rows;
    await syncPhone.run(contextOf(away), {});
    expect(await jobs()).toEqual([]);
    await pool.query("update phone_change set changed_at = now() - interval '3 days' where delivered_at is null");
    await syncPhone.run(contextOf(away), {});
    await syncPhone.run(contextOf(away), {});
    expect(await jobs()).toEqual([{ data: { affiliateId: diver } }]);
  });

  it('is delivered by the jobs of a running server, by themselves', async () => {
    const jobs = await startJobWorkers(away.services, [syncPhone as unknown as Job], away.app.log);
    try {
      await change(away, '+46313900611');
      await expect.poll(numbers).toContain('+46313900611');
      await expect.poll(() => waiting(away)).toEqual([]);
    } finally {
      await jobs.stop();
    }
  });
});

describe('our own queue', () => {
  const event = {
    eventType: 'phone_update',
    affiliateId: diver,
    phoneNumberTypeId: 2,
    userName: 'diver@demo.test',
    phoneNumber: '+46313900620',
  };
  const id = '7f3a1c9e-2b44-4a6d-9c01-5e8f0a1b2c3d';
  const send = (headers: Record<string, string>, changed: object = {}) =>
    own.app.inject({ method: 'POST', url: '/api/account/sync-queue', headers, payload: { ...event, ...changed } });
  const events = () => own.services.database.db.selectFrom('sync_event').selectAll().orderBy('received_at').execute();
  const key = { 'x-api-key': own.env.SYNC_QUEUE_API_KEY };

  it('takes the changes itself where there is no other, sealed and each once', async () => {
    await change(own, '+46313900613');
    await change(own, '+46313900614');
    await sync(own);
    await sync(own);
    expect(received).toEqual([]);
    const kept = (await events()).map((row) => decrypt(own.env.SECRET_KEYS, 'contact', row.sealed_event));
    expect(kept.map((text) => JSON.parse(text))).toEqual([
      { ...event, phoneNumber: '+46313900613' },
      { ...event, phoneNumber: '+46313900614' },
    ]);
    expect(JSON.stringify(await events())).not.toContain('313900613');
  });

  it('takes an event of somebody who has the key, once for each idempotency key', async () => {
    const before = (await events()).length;
    const answered = [
      await send({ ...key, 'idempotency-key': id }),
      await send({ ...key, 'idempotency-key': id }),
      await send(key),
      await send(key),
    ];
    expect(answered.map(({ statusCode, body }) => [statusCode, body])).toEqual(answered.map(() => [200, 'null']));
    expect(await events()).toHaveLength(before + 3);
  });

  it.each([
    ['no key', {}, {}, 401, 'account.wrong_api_key', undefined],
    ['a wrong key', { 'x-api-key': `${own.env.SYNC_QUEUE_API_KEY}x` }, {}, 401, 'account.wrong_api_key', undefined],
    ['a key that is none', { ...key, 'idempotency-key': '1' }, {}, 400, 'request.invalid', 'idempotency-key'],
    ['another kind of event', key, { eventType: 'email_update' }, 400, 'request.invalid', 'eventType'],
    ['another kind of number', key, { phoneNumberTypeId: 1 }, 400, 'request.invalid', 'phoneNumberTypeId'],
    ['somebody unknown', key, { affiliateId: 999_999 }, 404, 'not_found', 'affiliateId'],
  ])('refuses %s, and keeps nothing', async (_name, headers, changed, status, code, path) => {
    const before = await events();
    const answer = await send(headers, changed);
    expect(answer.statusCode).toBe(status);
    expect(answer.json<{ errors: { code: string; path?: string }[] }>().errors[0]).toMatchObject({
      code,
      ...(path && { path }),
    });
    expect(await events()).toEqual(before);
  });

  it('has a key that comes from the secret, and so is the same on every server of a cluster', () => {
    expect(own.env.SYNC_QUEUE_API_KEY).toMatch(/^[\w-]{43}$/);
    expect(own.env.SECRET_KEYS).not.toContain(own.env.SYNC_QUEUE_API_KEY);
    expect(away.env.SYNC_QUEUE_API_KEY).toBe(apiKey);
  });
});
