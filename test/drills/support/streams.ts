import { documents } from '#features/notifications/web/documents.ts';
import { callAs, headersOf } from './caller.ts';
import type { DrillRun } from './drill.ts';
import type { QueryTarget } from './drill-database.ts';
import { wait, waitUntil } from './drill-portal.ts';
import { ReceivedVersions } from './received-versions.ts';

interface Page {
  data: { queryAllByAffiliateId: { items: { id: string; version: number }[] } };
}

/** The web app loads again after this time, because events between its first load and the subscription are missed. */
const secondLoadDelayMs = 2_000;
const lastEventMs = 5_000;

/** Inserts a notification for each person, whose changes are then events. */
export async function insertNotifications(database: QueryTarget, people: readonly number[]): Promise<void> {
  await database.query(
    `insert into notification (affiliate_id, timestamp, read, name, url, message, kind, locale)
     select person, now(), false, 'Photo approved', '/profile', 'Your photo can be used.', 'account.photo_approved', 'en-US'
     from unnest($1::bigint[]) person`,
    [people],
  );
}

/** One open page: a WebSocket that reconnects, and loads the list twice whenever it has connected, as the web app does. */
export class Stream {
  readonly person: number;
  /** The newest version of each notification that the page shows. */
  readonly shown = new Map<string, number>();
  /** Versions that came as events, and those that did not although the page was connected. */
  receivedVersions = 0;
  missedVersions = 0;
  connects = 0;
  longestGapMs = 0;
  readonly #getPort: () => number;
  #socket: WebSocket | undefined;
  #isClosed = false;
  #lostAt: number | undefined;
  readonly #received = new ReceivedVersions();

  constructor(person: number, getPort: () => number) {
    this.person = person;
    this.#getPort = getPort;
    void this.#run();
  }

  close(): void {
    this.#isClosed = true;
    this.#socket?.close();
  }

  async #run(): Promise<void> {
    for (let delayMs = 100; !this.#isClosed; delayMs = Math.min(delayMs * 2, 2_000)) {
      const connectedFor = await this.#connect().catch(() => 0);
      this.countVersions();
      this.#lostAt ??= performance.now();
      if (connectedFor > 1_000) delayMs = 50;
      await wait(delayMs * (0.5 + Math.random()));
    }
  }

  /** Resolves with the time that the connection lasted. */
  async #connect(): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<number>();
    const startedAt = performance.now();
    const socket = new WebSocket(`ws://127.0.0.1:${this.#getPort()}/api/graphql`, 'graphql-transport-ws');
    this.#socket = socket;
    const payload = await headersOf(this.person);
    const end = () => resolve(performance.now() - startedAt);
    socket.addEventListener('error', end);
    socket.addEventListener('close', end);
    socket.addEventListener('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload })));
    socket.addEventListener('message', ({ data }) => {
      const message = JSON.parse(String(data));
      if (message.type === 'connection_ack') {
        const request = { query: documents.onUpdate, variables: { me: this.person } };
        socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: request }));
        void this.#loadTwice(socket).catch(() => socket.close());
      } else if (message.type === 'ping') socket.send(JSON.stringify({ type: 'pong' }));
      else if (message.type === 'next') this.#receive(message.payload.data.onUpdate);
    });
    const timeout = setTimeout(() => socket.readyState === WebSocket.CONNECTING && end(), 5_000);
    return promise.finally(() => clearTimeout(timeout));
  }

  async #loadTwice(socket: WebSocket): Promise<void> {
    await this.#load();
    this.connects += 1;
    if (this.#lostAt !== undefined && this.connects > 1)
      this.longestGapMs = Math.max(this.longestGapMs, performance.now() - this.#lostAt);
    this.#lostAt = undefined;
    await wait(secondLoadDelayMs);
    if (socket.readyState !== WebSocket.OPEN) return;
    const items = await this.#load();
    if (socket.readyState === WebSocket.OPEN) this.#received.startFrom(items);
  }

  async #load() {
    const variables = { me: this.person, unread: false, next: null };
    const body = { query: documents.page, variables };
    const { data } = await callAs<Page>(this.#getPort(), this.person, { path: '/api/graphql', body });
    const { items } = data.queryAllByAffiliateId;
    for (const item of items) this.#show(item);
    return items;
  }

  #receive(item: { id: string; version: number }): void {
    this.#show(item);
    this.#received.add(item);
  }

  countVersions(): void {
    const { received, missed } = this.#received.takeCounts();
    this.receivedVersions += received;
    this.missedVersions += missed;
  }

  #show({ id, version }: { id: string; version: number }): void {
    this.shown.set(id, Math.max(version, this.shown.get(id) ?? 0));
  }
}

/** Changes notifications until the signal. Failed changes are skipped. Returns the number of changes. */
export async function changeNotifications(
  streams: readonly Stream[],
  getPort: () => number,
  signal: AbortSignal,
): Promise<number> {
  let changes = 0;
  for (let at = 0; !signal.aborted; at++) {
    const stream = streams[at % streams.length];
    const [id] = stream?.shown.keys() ?? [];
    if (stream !== undefined && id !== undefined) {
      const variables = { me: stream.person, id, read: Math.floor(at / streams.length) % 2 === 0 };
      const body = { query: documents.update, variables };
      await callAs(getPort(), stream.person, { path: '/api/graphql', body, timeoutMs: 5_000 }).then(
        () => (changes += 1),
        () => undefined,
      );
    }
    await wait(20);
  }
  return changes;
}

/** Waits for the last events and prints what the open pages got of the changes. */
export async function reportStreams(
  run: DrillRun,
  database: QueryTarget,
  streams: readonly Stream[],
  changes: number,
): Promise<void> {
  await waitUntil(async () => (await countStale(database, streams)) === 0, lastEventMs);
  const stale = await countStale(database, streams);
  for (const stream of streams) stream.countVersions();
  const sum = (figure: 'connects' | 'receivedVersions' | 'missedVersions') =>
    streams.reduce((total, stream) => total + stream[figure], 0);
  const gapS = Math.max(...streams.map(({ longestGapMs }) => longestGapMs)) / 1_000;
  run.print(
    `${streams.length} streams connected ${sum('connects')} times, the longest gap was ${gapS.toFixed(1)} s; ${changes} changes`,
  );
  run.expectAtMost(`streams without the last state: ${stale}`, stale, 0);
  const missed = sum('missedVersions');
  run.expectAtMost(
    `versions that a connected page did not get: ${missed} of ${missed + sum('receivedVersions')}`,
    missed,
    0,
  );
}

/** The number of open pages that do not show the last version of each notification. */
async function countStale(database: QueryTarget, streams: readonly Stream[]): Promise<number> {
  const rows = await database.query<{ id: string; person: number; version: number }>(
    'select id, affiliate_id::int as person, version::int from notification where affiliate_id = any($1)',
    [streams.map(({ person }) => person)],
  );
  return streams.filter(({ person, shown }) =>
    rows.some((row) => row.person === person && shown.get(row.id) !== row.version),
  ).length;
}
