import { Client } from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '#platform/testing/database.ts';
import { createPubSub } from './pubsub.ts';
import { subscriptionLimit } from './subscription.ts';

const database = await createTestDatabase();
const { db } = database;
const errors: unknown[] = [];
const options = { database, connection: database.connection, onError: (error: unknown) => errors.push(error) };
const here = await createPubSub(options);
const there = await createPubSub(options);
afterAll(() => Promise.all([here.close(), there.close()]));

async function next<Payload>(events: AsyncIterator<Payload>): Promise<Payload> {
  return (await events.next()).value as Payload;
}

describe('createPubSub', () => {
  test('delivers events in order to their subscribers only', async () => {
    const mine = there.subscribe<number>('dives');
    const other = there.subscribe<string>('cards');
    for (const number of [1, 2, 3]) await here.publish(db, 'dives', number);
    await here.publish(db, 'cards', 'only this');
    expect([await next(mine), await next(mine), await next(mine)]).toEqual([1, 2, 3]);
    expect(await next(other)).toBe('only this');
  });

  test('publishes when the transaction commits and not when it rolls back', async () => {
    const events = there.subscribe<string>('transactions');
    const failing = database.inTransaction('failing', async (tx) => {
      await here.publish(tx, 'transactions', 'never');
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await database.inTransaction('fine', (tx) => here.publish(tx, 'transactions', 'committed'));
    expect(await next(events)).toBe('committed');
  });

  test('delivers events above the PostgreSQL limit in order', async () => {
    const events = there.subscribe<string>('large');
    const large = 'é'.repeat(50_000);
    await here.publish(db, 'large', large);
    await here.publish(db, 'large', 'small');
    expect(await next(events)).toBe(large);
    expect(await next(events)).toBe('small');
  });

  test('delivers equal events of one announcement separately', async () => {
    const events = there.subscribe<string>('equal');
    await database.inTransaction('equal', async (tx) => {
      for (const payload of ['on', 'off', 'on']) await here.publish(tx, 'equal', payload);
    });
    expect([await next(events), await next(events), await next(events)]).toEqual(['on', 'off', 'on']);
  });

  test('delivers events of one announcement in order, even if one of their readers is slower', async () => {
    const received: string[] = [];
    const read = async (event: string, steps: number) => {
      for (let step = 0; step < steps; step++) await Promise.resolve();
      received.push(event);
    };
    const stops = [
      there.on<string>('slow', (event) => void read(event, 20)),
      there.on<string>('fast', (event) => void read(event, 0)),
    ];
    await database.inTransaction('mixed', async (tx) => {
      await here.publish(tx, 'slow', 'first');
      await here.publish(tx, 'fast', 'second');
      await here.publish(tx, 'slow', 'third');
    });
    await expect.poll(() => received).toEqual(['first', 'second', 'third']);
    for (const stop of stops) stop();
  });

  test('delivers events of a process that ended before it announced them', async () => {
    const events = there.subscribe<string>('left behind');
    await database.pool.query(`select publish_event('left behind', '"found"')`);
    expect(await next(events)).toBe('found');
    const { rows } = await database.pool.query('select from event_outbox');
    expect(rows).toEqual([]);
  });

  test('delivers events that a trigger sends itself', async () => {
    const events = there.subscribe<string>('deleted');
    await database.pool.query('select pg_notify($1, $2)', ['halocline', '{"channel":"deleted","payload":"seen"}']);
    expect(await next(events)).toBe('seen');
  });

  test('stops after return, abort and unsubscribe', async () => {
    const controller = new AbortController();
    const aborted = there.subscribe<string>('ends', controller.signal);
    const returned = there.subscribe<string>('ends');
    const received: string[] = [];
    const stop = there.on<string>('ends', (payload) => received.push(payload));
    const pending = aborted.next();
    controller.abort();
    await returned.return?.();
    stop();
    const witness = there.subscribe<string>('ends');
    await here.publish(db, 'ends', 'too late');
    expect(await next(witness)).toBe('too late');
    expect((await pending).done).toBe(true);
    expect((await returned.next()).done).toBe(true);
    expect(received).toEqual([]);
  });

  test('throws for a reader that is too slow', async () => {
    const slow = there.subscribe<number>('flood');
    const witness = there.subscribe<string>('after the flood');
    await database.inTransaction('flood', async (tx) => {
      for (let index = 0; index <= subscriptionLimit; index++) await here.publish(tx, 'flood', index);
      await here.publish(tx, 'after the flood', 'done');
    });
    await next(witness);
    await expect(slow.next()).rejects.toThrow('too far behind');
    expect((await slow.next()).done).toBe(true);
  });

  test('delivers to all listeners when one throws', async () => {
    there.on('failing listener', () => {
      throw new Error('a listener failed');
    });
    const events = there.subscribe<string>('failing listener');
    await here.publish(db, 'failing listener', 'heard');
    expect(await next(events)).toBe('heard');
    expect(errors.map(String)).toContain('Error: a listener failed');
  });

  test('reconnects after a lost connection and notifies listeners', async () => {
    const events = there.subscribe<string>('cut');
    const reconnected = Promise.all(
      [here, there].map((side) => new Promise<void>((resolve) => side.onReconnect(resolve))),
    );
    const admin = new Client(database.connection);
    await admin.connect();
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'halocline-listen' and datname = current_database()`);
    await admin.end();
    await reconnected;
    await here.publish(db, 'cut', 'back');
    expect(await next(events)).toBe('back');
  });

  test('ends subscriptions on close', async () => {
    const closing = await createPubSub(options);
    const pending = closing.subscribe('closing').next();
    await closing.close();
    expect((await pending).done).toBe(true);
  });
});
