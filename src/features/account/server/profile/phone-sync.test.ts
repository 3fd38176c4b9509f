import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testPortal, type TestPortal } from '#test/support/api/portal-testing.ts';
import { startJobWorkers, type Job, type JobContext } from '#platform/server/jobs/jobs.ts';
import { EncryptionContext } from '#platform/server/crypto/encryption-context.ts';
import { decrypt } from '#platform/server/crypto/secrets.ts';
import { syncPhone } from './phone-sync.ts';

interface Received {
  id: string | undefined;
  apiKey: string | undefined;
  body: { phoneNumber: string; affiliateId: number };
}

/** A fake queue that returns the queued status codes and then 200; `gate` delays its responses. */
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
const externalQueue = await testPortal({
  SYNC_QUEUE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/phones`,
  SYNC_QUEUE_API_KEY: apiKey,
});
const ownQueue = await testPortal();
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
const pendingChanges = ({ services }: TestPortal) =>
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
  for (const portal of [externalQueue, ownQueue]) {
    await sync(portal);
    await sync(portal, instructor);
  }
  received.length = 0;
});

describe('syncPhone', () => {
  it('posts the specified event to the queue, with the API key', async () => {
    await change(externalQueue, '+46313900601');
    const [row] = await pendingChanges(externalQueue);
    await sync(externalQueue);
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
    expect(await pendingChanges(externalQueue)).toEqual([]);
  });

  it('retries while the queue fails, and delivers each change once, in order', async () => {
    for (const number of ['+46313900602', '', '+46313900603']) await change(externalQueue, number);
    const events = (await pendingChanges(externalQueue)).map((row) => row.event_id);
    answers.push(503, 503);
    await expect(sync(externalQueue)).rejects.toThrow('503');
    await expect(sync(externalQueue)).rejects.toThrow('503');
    expect(await pendingChanges(externalQueue)).toHaveLength(3);
    expect(await isLocked(externalQueue)).toBe(false);
    await sync(externalQueue);
    await sync(externalQueue);
    expect(numbers()).toEqual(['+46313900602', '+46313900602', '+46313900602', '', '+46313900603']);
    // Attempts for one change have the same idempotency key, so the queue accepts it once even if its response was
    // lost.
    expect([...new Set(received.map(({ id }) => id))]).toEqual(events);
    expect(await pendingChanges(externalQueue)).toEqual([]);
  });

  it('resumes after a failure', async () => {
    for (const number of ['+46313900604', '+46313900605', '+46313900606']) await change(externalQueue, number);
    answers.push(200, 500);
    await expect(sync(externalQueue)).rejects.toThrow('500');
    await sync(externalQueue);
    expect(numbers()).toEqual(['+46313900604', '+46313900605', '+46313900605', '+46313900606']);
  });

  it('runs one worker per person, which delivers new changes as well and holds no transaction', async () => {
    await change(externalQueue, '+46313900607');
    let open = (): void => undefined;
    gate = new Promise((resolve) => (open = resolve));
    const first = sync(externalQueue);
    await expect.poll(numbers).toEqual(['+46313900607']);
    await change(externalQueue, '+46313900608');
    await externalQueue.services.database.pool.query('delete from pgboss.job where name = $1', [syncPhone.name]);
    await sync(externalQueue);
    // The second worker enqueues another run, in case the first one misses the last change.
    const later = await externalQueue.services.database.pool.query<{ data: object }>(
      'select data from pgboss.job where name = $1 and start_after > now()',
      [syncPhone.name],
    );
    expect(later.rows).toEqual([{ data: { affiliateId: diver } }]);
    const { rows } = await externalQueue.services.database.pool.query<{ state: string }>(
      "select state from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
    );
    expect(rows).toEqual([]);
    expect(numbers()).toEqual(['+46313900607']);
    open();
    await first;
    expect(numbers()).toEqual(['+46313900607', '+46313900608']);
    expect(await isLocked(externalQueue)).toBe(false);
  });

  it('delivers one person’s changes while another person’s fail', async () => {
    await change(externalQueue, '+46313900609');
    await change(externalQueue, '+441914980150', 'instructor', instructor);
    answers.push(503);
    await expect(sync(externalQueue)).rejects.toThrow('503');
    await sync(externalQueue, instructor);
    expect(numbers()).toEqual(['+46313900609', '+441914980150']);
  });

  it('enqueues overdue changes by the schedule', async () => {
    const { pool } = externalQueue.services.database;
    await change(externalQueue, '+46313900610');
    await pool.query('delete from pgboss.job where name = $1', [syncPhone.name]);
    const jobs = async () =>
      (await pool.query<{ data: object }>('select data from pgboss.job where name = $1', [syncPhone.name])).rows;
    await syncPhone.run(contextOf(externalQueue), {});
    expect(await jobs()).toEqual([]);
    await pool.query("update phone_change set changed_at = now() - interval '3 days' where delivered_at is null");
    await syncPhone.run(contextOf(externalQueue), {});
    await syncPhone.run(contextOf(externalQueue), {});
    expect(await jobs()).toEqual([{ data: { affiliateId: diver } }]);
  });

  it('runs as a job of a running server', async () => {
    const jobs = await startJobWorkers(externalQueue.services, [syncPhone as unknown as Job], externalQueue.app.log);
    try {
      await change(externalQueue, '+46313900611');
      await expect.poll(numbers).toContain('+46313900611');
      await expect.poll(() => pendingChanges(externalQueue)).toEqual([]);
    } finally {
      await jobs.stop();
    }
  });
});

describe('POST sync-queue', () => {
  const event = {
    eventType: 'phone_update',
    affiliateId: diver,
    phoneNumberTypeId: 2,
    userName: 'diver@demo.test',
    phoneNumber: '+46313900620',
  };
  const id = '7f3a1c9e-2b44-4a6d-9c01-5e8f0a1b2c3d';
  const send = (headers: Record<string, string>, changed: object = {}) =>
    ownQueue.app.inject({ method: 'POST', url: '/api/account/sync-queue', headers, payload: { ...event, ...changed } });
  const events = () =>
    ownQueue.services.database.db.selectFrom('sync_event').selectAll().orderBy('received_at').execute();
  const key = { 'x-api-key': ownQueue.env.SYNC_QUEUE_API_KEY };

  it('stores the changes encrypted and once without an external queue', async () => {
    await change(ownQueue, '+46313900613');
    await change(ownQueue, '+46313900614');
    await sync(ownQueue);
    await sync(ownQueue);
    expect(received).toEqual([]);
    const storedEvents = (await events()).map(({ affiliate_id, id: eventId, sealed_event }) => {
      const key = { affiliate_id, id: eventId };
      const context = EncryptionContext.ofRow('contact', 'sync_event', 'sealed_event', key);
      return decrypt(ownQueue.env.SECRET_KEYS, context, sealed_event);
    });
    expect(storedEvents.map((text) => JSON.parse(text))).toEqual([
      { ...event, phoneNumber: '+46313900613' },
      { ...event, phoneNumber: '+46313900614' },
    ]);
    expect(JSON.stringify(await events())).not.toContain('313900613');
  });

  it('accepts an event with the API key, once for each idempotency key', async () => {
    const before = (await events()).length;
    const responses = [
      await send({ ...key, 'idempotency-key': id }),
      await send({ ...key, 'idempotency-key': id }),
      await send(key),
      await send(key),
    ];
    expect(responses.map(({ statusCode, body }) => [statusCode, body])).toEqual(responses.map(() => [200, 'null']));
    expect(await events()).toHaveLength(before + 3);
  });

  it.each([
    ['no key', {}, {}, 401, 'account.wrong_api_key', undefined],
    [
      'a wrong key',
      { 'x-api-key': `${ownQueue.env.SYNC_QUEUE_API_KEY}x` },
      {},
      401,
      'account.wrong_api_key',
      undefined,
    ],
    ['an invalid idempotency key', { ...key, 'idempotency-key': '1' }, {}, 400, 'request.invalid', 'idempotency-key'],
    ['another kind of event', key, { eventType: 'email_update' }, 400, 'request.invalid', 'eventType'],
    ['another kind of number', key, { phoneNumberTypeId: 1 }, 400, 'request.invalid', 'phoneNumberTypeId'],
    ['an unknown person', key, { affiliateId: 999_999 }, 404, 'not_found', 'affiliateId'],
  ])('rejects %s, and stores nothing', async (_name, headers, changed, status, code, path) => {
    const before = await events();
    const answer = await send(headers, changed);
    expect(answer.statusCode).toBe(status);
    expect(answer.json<{ errors: { code: string; path?: string }[] }>().errors[0]).toMatchObject({
      code,
      ...(path && { path }),
    });
    expect(await events()).toEqual(before);
  });

  it('derives the API key from the secret, so it is the same on every server', () => {
    expect(ownQueue.env.SYNC_QUEUE_API_KEY).toMatch(/^[\w-]{43}$/);
    expect(ownQueue.env.SECRET_KEYS).not.toContain(ownQueue.env.SYNC_QUEUE_API_KEY);
    expect(externalQueue.env.SYNC_QUEUE_API_KEY).toBe(apiKey);
  });
});
