import { sql, type Expression, type RawBuilder } from 'kysely';
import { Client, type ClientConfig } from 'pg';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import type { Database, Db } from '#platform/server/db/database.ts';
import { query, type Params, type Row } from '#platform/server/db/query.ts';
import { queryText } from '#platform/server/db/text-query.ts';
import { createAnnouncer } from './announcer.ts';
import { createSubscription } from './subscription.ts';

/**
 * Events between the processes of the portal. `publish_event` stores them in the transaction of the change, and after a
 * commit the process announces them with PostgreSQL's NOTIFY (decision 052).
 */
export interface PubSub {
  /** Publishes when the caller's transaction commits. */
  publish(db: Db, channel: string, payload: unknown): Promise<void>;
  /** Subscribes immediately. A reader that falls too far behind gets an error instead of a gap. */
  subscribe<Payload>(channel: string, signal?: AbortSignal): AsyncIterableIterator<Payload>;
  on<Payload>(channel: string, listener: (payload: Payload) => void): () => void;
  /** The listener is called after a reconnect, because events may have been missed. */
  onReconnect(listener: () => void): () => void;
  close(): Promise<void>;
}

export interface PubSubOptions {
  database: Pick<Database, 'onCommit'>;
  /** For the connection that listens. */
  connection: ClientConfig;
  onError: (error: unknown) => void;
}

/** All events share one PostgreSQL channel, so a process needs a single LISTEN. `announce_events` sends to it. */
const postgresChannel = 'halocline';
const firstRetryMs = 50;
const maxRetryMs = 5_000;

type PubSubMessage = { channel: string; payload: unknown } | { channel: string; payloadId: string };

/** Publishes an event from inside a statement, when its transaction commits. */
export function publishEvent(channel: Expression<string>, payload: Expression<unknown>): RawBuilder<string> {
  return sql`publish_event(${channel}, ${payload})`;
}

const callPublishEvent = query((db, p: Params<{ channel: string; payload: string }>) =>
  db.selectNoFrom(publishEvent(p.channel, sql`${p.payload}::json`).as('published')),
);

const findPayload = query((db, p: Params<{ id: string }>) =>
  db.selectFrom('pubsub_payload').select('payload').where('id', '=', p.id),
);

export async function publish(db: Db, channel: string, payload: unknown): Promise<void> {
  const run = db.isTransaction ? callPublishEvent.first : callPublishEvent.firstAndCommit;
  await run(db, { channel, payload: JSON.stringify(payload ?? null) });
}

export async function createPubSub({ database, connection, onError }: PubSubOptions): Promise<PubSub> {
  const listeners = new Map<string, Set<(payload: never) => void>>();
  const reconnectListeners = new Set<() => void>();
  const closing = new AbortController();
  /** Reports in a microtask, so an exception in `onError` cannot stop the delivery. */
  const report = (error: unknown): void => queueMicrotask(() => onError(error));
  let client: Client | null = null;
  /**
   * Chains deliveries, so events keep their order even if a large payload must be fetched. Each has a turn of the event loop, in
   * which the streams of a page send it: one announcement may carry events of several streams.
   */
  let delivery = Promise.resolve();

  async function connect(): Promise<void> {
    const fresh = new Client({
      application_name: 'halocline-listen',
      // Keep-alive detects a dropped idle connection within a minute. The system default is two hours.
      keepAlive: true,
      keepAliveInitialDelayMillis: 30_000,
      ...connection,
    });
    let isGone = false;
    const handleLoss = (error?: unknown): void => {
      if (isGone) return;
      isGone = true;
      if (error !== undefined && !closing.signal.aborted) report(error);
      // Only the active connection is replaced here. A failed attempt is retried by its caller.
      if (client === fresh) {
        client = null;
        void reconnect();
      }
    };
    fresh.on('error', handleLoss);
    fresh.on('end', () => handleLoss());
    fresh.on('notification', (message) => guard(() => receive(fresh, message.payload ?? '')));
    try {
      await fresh.connect();
      await fresh.query(`listen ${postgresChannel}`);
    } catch (error) {
      await fresh.end().catch(() => undefined);
      throw error;
    }
    if (closing.signal.aborted || isGone) {
      await fresh.end().catch(() => undefined);
      throw new Error('the event connection closed while it was being opened');
    }
    client = fresh;
    announce();
  }

  /** Announces on the connection that listens, so no other waits for it. Its loss is handled there. */
  async function announceEvents(): Promise<void> {
    if (client === null) return;
    await queryText(client, 'announce', 'select announce_events()', []).catch((error: unknown) => {
      if (!closing.signal.aborted) report(error);
    });
  }

  async function reconnect(): Promise<void> {
    for (let waitMs = firstRetryMs; !closing.signal.aborted; waitMs = Math.min(waitMs * 2, maxRetryMs)) {
      try {
        await connect();
        for (const listener of reconnectListeners) guard(listener);
        return;
      } catch (error) {
        if (!closing.signal.aborted) report(error);
        await delay(waitMs, undefined, { signal: closing.signal }).catch(() => undefined);
      }
    }
  }

  function receive(from: Client, text: string): void {
    const message = JSON.parse(text) as PubSubMessage;
    // Most events are for pages that are open elsewhere or not at all.
    if (!listeners.has(message.channel)) return;
    const before = delivery;
    delivery = (async () => {
      await before;
      try {
        const payload = 'payloadId' in message ? await fetchPayload(from, message.payloadId) : message.payload;
        deliver(message.channel, payload);
        await nextTurn();
      } catch (error) {
        if (!closing.signal.aborted) report(error);
      }
    })();
  }

  function deliver(channel: string, payload: unknown): void {
    for (const listener of listeners.get(channel) ?? []) guard(() => listener(payload as never));
  }

  /** A failing listener must not stop delivery to the others. */
  function guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      report(error);
    }
  }

  function on<Payload>(channel: string, listener: (payload: Payload) => void): () => void {
    // The wrapper allows the same function to be registered twice and removed separately.
    const entry = (payload: Payload): void => listener(payload);
    const entries = listeners.get(channel) ?? new Set();
    entries.add(entry);
    listeners.set(channel, entries);
    return () => {
      entries.delete(entry);
      if (entries.size === 0 && listeners.get(channel) === entries) listeners.delete(channel);
    };
  }

  const announce = createAnnouncer(announceEvents, closing.signal);
  await connect();
  const stopAnnouncing = database.onCommit(announce);
  return {
    publish,
    on,
    subscribe: <Payload>(channel: string, signal?: AbortSignal) =>
      createSubscription<Payload>(
        (push) => on<Payload>(channel, push),
        AbortSignal.any([closing.signal, ...(signal ? [signal] : [])]),
      ),
    onReconnect(listener) {
      reconnectListeners.add(listener);
      return () => reconnectListeners.delete(listener);
    },
    async close() {
      stopAnnouncing();
      closing.abort();
      await announceEvents();
      await client?.end().catch(() => undefined);
      await delivery;
    },
  };
}

async function fetchPayload(client: Client, id: string): Promise<unknown> {
  const { rows } = await client.query<Row<typeof findPayload>>(findPayload.text, findPayload.toValues({ id }));
  if (rows[0] === undefined) throw new Error('the payload of a large event was deleted before it was read');
  return JSON.parse(rows[0].payload);
}
