import type { RecordStore } from './record-store.ts';
import { createSaveLoop } from './save-loop.ts';

/** A change that the server may not have yet. */
export interface Operation<Body> {
  /** The idempotency key, which is the same for each attempt. An operation replaces an unsent one with the same key. */
  key: string;
  body: Body;
}

/** Operations that are sent together, at least one. */
export type Batch<Body> = NonEmpty<Operation<Body>>;
type NonEmpty<Item> = readonly [Item, ...Item[]];

/** The handling of operations that the server did not accept. */
export type SendResolution =
  /** Try again later, with all operations in the same order. */
  | { kind: 'later' }
  /** These operations, by default all of the batch, are rejected permanently. The rest is sent again. */
  | { kind: 'drop'; keys?: readonly string[] }
  /** Leave these operations out until they are retried or removed. */
  | { kind: 'hold' };

export interface ListedOperation<Body> extends Operation<Body> {
  /** `held` operations are sent only when they are retried. */
  state: 'waiting' | 'sending' | 'held';
}

export interface OutboxState<Body> {
  /** Oldest first. */
  operations: readonly ListedOperation<Body>[];
  /**
   * `saving`: stored in this browser and being sent; `offline`: stored, and the last attempt failed; `unkept`: not sent,
   * and the browser's storage is unavailable.
   */
  kind: 'untouched' | 'saving' | 'saved' | 'offline' | 'unkept';
  /** The last attempt failed, and the operations are sent again later. */
  isLate: boolean;
  /** The time when the server had everything. */
  at: Date | null;
}

interface OutboxOptions<Body, Answer> {
  /** Stores operations for all tabs and visits; null holds them in memory as long as the page. */
  store: Pick<RecordStore, 'open' | 'list' | 'write' | 'delete' | 'subscribe'> | null;
  /** The prefix of the names of stored operations. With `outboxPrefix`, another person's sign-in deletes them. */
  prefix: string;
  /** Sends operations in order. An aborted operation was removed. */
  send: (batch: Batch<Body>, signal: AbortSignal) => Promise<Answer>;
  /** The operations that are sent together with the first one; by default only that one. */
  toBatch?: <Listed extends Operation<Body>>(operations: NonEmpty<Listed>) => NonEmpty<Listed>;
  resolveError: (error: unknown, batch: Batch<Body>) => SendResolution;
  /** Called when the batch is no longer in the outbox. */
  onSent?: (batch: Batch<Body>, answer: Answer, wasLate: boolean) => void;
  onDropped?: (dropped: Batch<Body>, error: unknown) => void;
  /** Called for the first of several failed attempts. */
  onLate?: (batch: Batch<Body>) => void;
  /** The name of the lock that lets only one tab send at a time. Without it, repeated keys must be harmless. */
  lockName?: () => string;
  /** The time to collect operations for one batch. */
  debounceMs?: number;
  /** The number of batches sent at the same time. With more than one, their order is not kept. */
  maxParallel?: number;
}

interface Entry<Body> extends Operation<Body> {
  /** The stored version; null for an operation in memory. */
  at: string | null;
}

/**
 * Stores operations before it sends them, in order and one batch at a time, and deletes them when the server has
 * answered. They survive the tab, and the network and the session being unavailable. An operation whose answer was lost
 * is sent again with the same key.
 */
export function createOutbox<Body, Answer = void>(options: OutboxOptions<Body, Answer>) {
  const { store, prefix, debounceMs = 0, maxParallel = 1, toBatch = ([first]) => [first] } = options;
  /** Operations that are not stored. */
  const unstored = new Map<string, Body>();
  const held = new Set<string>();
  const sending = new Map<string, AbortController>();
  const listeners = new Set<() => void>();
  let isTouched = false;
  let isLate = false;
  let at: Date | null = null;
  const loop = createSaveLoop({ debounceMs, prepare });
  /** Resolves when an operation is added during a run, which may have room for it. */
  let added = Promise.withResolvers<void>();
  let state: OutboxState<Body> = { operations: [], kind: 'untouched', isLate, at };

  /** Read from storage each time, because another tab may have added or sent operations. */
  function list(): Entry<Body>[] {
    const stored = (store?.list(prefix) ?? []).flatMap(({ name, at: version, content }) => {
      const body = content as Body | null;
      return body === null ? [] : [{ key: name.slice(prefix.length), body, at: version }];
    });
    return [...stored, ...[...unstored].map(([key, body]) => ({ key, body, at: null }))];
  }

  function getKind(operations: readonly unknown[]): OutboxState<Body>['kind'] {
    if (operations.length === 0) return isTouched ? 'saved' : 'untouched';
    if (unstored.size > 0 && store !== null) return 'unkept';
    return isLate ? 'offline' : isTouched ? 'saving' : 'untouched';
  }

  function show(): void {
    const operations = list().map(({ key, body }) => ({ key, body, state: getState(key) }));
    state = { operations, kind: getKind(operations), isLate, at };
    for (const listener of listeners) listener();
  }

  const getState = (key: string): ListedOperation<Body>['state'] =>
    sending.has(key) ? 'sending' : held.has(key) ? 'held' : 'waiting';

  /** Removes the versions that were sent; a newer operation with the same key stays. */
  function removeEntries(entries: readonly Entry<Body>[]): void {
    for (const { key, body, at: version } of entries) {
      if (version !== null) store?.delete(prefix + key, version);
      else if (unstored.get(key) === body) unstored.delete(key);
      held.delete(key);
    }
  }

  const listSendable = () => list().filter(({ key }) => !held.has(key) && !sending.has(key));

  async function sendAll(): Promise<void> {
    const failures: unknown[] = [];
    const active = new Set<Promise<void>>();
    for (;;) {
      const all = failures.length === 0 ? listSendable() : [];
      if (isNonEmpty(all) && active.size < maxParallel) {
        const batch = sendBatch(toBatch(all))
          .catch((error: unknown) => void failures.push(error))
          .finally(() => active.delete(batch));
        active.add(batch);
      } else if (active.size > 0) await Promise.race([...active, added.promise]);
      else break;
    }
    if (failures.length > 0) throw failures[0];
  }

  async function sendBatch(batch: NonEmpty<Entry<Body>>): Promise<void> {
    const abort = new AbortController();
    for (const { key } of batch) sending.set(key, abort);
    show();
    try {
      const answer = await options.send(batch, abort.signal);
      removeEntries(batch);
      options.onSent?.(batch, answer, isLate);
    } catch (error) {
      if (!abort.signal.aborted) handleError(error, batch);
    } finally {
      for (const { key } of batch) sending.delete(key);
    }
    show();
  }

  function handleError(error: unknown, batch: NonEmpty<Entry<Body>>): void {
    const resolution = options.resolveError(error, batch);
    if (resolution.kind === 'later') {
      if (!isLate) options.onLate?.(batch);
      throw error;
    }
    if (resolution.kind === 'hold') return batch.forEach(({ key }) => held.add(key));
    const rejected = batch.filter(({ key }) => resolution.keys?.includes(key));
    const dropped = isNonEmpty(rejected) ? rejected : batch;
    removeEntries(dropped);
    options.onDropped?.(dropped, error);
  }

  function prepare(): typeof run | null {
    if (listSendable().length > 0) return run;
    if (isLate) {
      isLate = false;
      show();
    }
    return null;
  }

  async function run(): Promise<'done' | 'later'> {
    try {
      await withLock(options.lockName, sendAll);
      isLate = false;
      if (isTouched) at = new Date();
    } catch {
      isTouched = true;
      isLate = true;
    }
    show();
    return isLate ? 'later' : 'done';
  }

  /** Sends everything now. Returns whether the server has everything. */
  async function flush(): Promise<boolean> {
    added.resolve();
    added = Promise.withResolvers();
    await store?.open();
    await loop.run();
    return list().length === 0;
  }

  store?.subscribe(show);
  show();

  return {
    /** Stores an operation and sends it after the debounce time. */
    add(body: Body, key: string = crypto.randomUUID()): Promise<boolean> | void {
      isTouched = true;
      if (store?.write(prefix + key, body)) unstored.delete(key);
      else unstored.set(key, body);
      show();
      if (debounceMs === 0) return flush();
      loop.schedule();
    },
    /** Removes an operation that the server does not have yet, and aborts its request. */
    remove(key: string): void {
      sending.get(key)?.abort();
      removeEntries(list().filter((entry) => entry.key === key));
      show();
    },
    /** Leaves an operation out until it is retried or removed. */
    hold(key: string): void {
      held.add(key);
      show();
    },
    retry(key: string): Promise<boolean> {
      held.delete(key);
      return flush();
    },
    flush,
    /** Sends operations left by an earlier visit, and shows their state. */
    async start(): Promise<void> {
      await store?.open();
      isTouched ||= list().length > 0;
      show();
      await flush();
    },
    /** The current operations of all tabs, oldest first. */
    list: (): readonly Operation<Body>[] => list(),
    read: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const isNonEmpty = <Item>(items: readonly Item[]): items is NonEmpty<Item> => items.length > 0;

/** Browsers without the Locks API, which needs a secure context, are assumed to have one tab. */
function withLock(name: (() => string) | undefined, send: () => Promise<void>): Promise<void> {
  const { locks } = navigator as { locks?: LockManager };
  return name === undefined || locks === undefined ? send() : locks.request(name(), send);
}

/** Whether a repeated request would fail as well. Sessions, rate limits and server errors are temporary. */
export function isPermanentError(error: unknown): boolean {
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 0;
  return status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status);
}
