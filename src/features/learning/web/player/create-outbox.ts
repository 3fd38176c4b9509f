import type { ApiError } from '#platform/web/client/client.ts';
import { backoffMs } from '#platform/web/client/backoff.ts';
import type { OutboxStorage, StoredOutboxItem, OutboxItem } from './outbox-storage.ts';

/** Long enough to batch related actions, and well below the two seconds within which they must be saved. */
const debounceMs = 500;
const batchSize = 100;

/** Network errors are API errors with status 0. */
const isApiError = (error: unknown): error is Pick<ApiError, 'status' | 'entries'> =>
  error instanceof Error && 'entries' in error;

export interface OutboxState {
  kind: 'untouched' | 'saving' | 'saved' | 'offline' | 'unkept';
  at: Date | null;
}

interface OutboxOptions {
  storage: OutboxStorage;
  /** Sends a batch for one destination, in order. */
  post(batch: readonly OutboxItem[]): Promise<void>;
  /** Ensures that only one tab sends at a time. */
  lock(send: () => Promise<void>): Promise<void>;
}

/**
 * Stores items in the browser first and then sends them in order. Items wait while the network or server is
 * unavailable; only items that the server permanently rejects are dropped.
 */
export function createOutbox({ storage, post, lock }: OutboxOptions) {
  let state: OutboxState = { kind: 'untouched', at: null };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let retries = 0;
  const listeners = new Set<() => void>();

  function show(kind: OutboxState['kind'], at = state.at): void {
    state = { kind, at };
    for (const listener of listeners) listener();
  }

  function wait(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), ms);
  }

  async function sendAll(): Promise<void> {
    for (let waiting = storage.list(); waiting.length > 0; waiting = storage.list()) {
      const batch = firstBatch(waiting);
      const rejected = await sendBatch(batch);
      storage.remove((rejected ?? batch).map(({ name }) => name));
    }
  }

  /** Returns null if the whole batch was accepted; otherwise the items that were permanently rejected. */
  async function sendBatch(batch: readonly StoredOutboxItem[]): Promise<readonly StoredOutboxItem[] | null> {
    try {
      await post(batch.map(({ waiting }) => waiting));
      return null;
    } catch (error) {
      if (!isApiError(error) || !isPermanentError(error.status)) throw error;
      const rejected = batch.filter((_item, index) =>
        error.entries.some(({ path }) => parseEntryIndex(path) === index),
      );
      return rejected.length > 0 ? rejected : batch;
    }
  }

  async function send(): Promise<void> {
    try {
      await lock(sendAll);
      retries = 0;
      if (state.kind !== 'untouched') show('saved', new Date());
    } catch {
      if (state.kind !== 'unkept') show('offline');
      wait(backoffMs(retries++));
    }
  }

  /** Sends now. Returns whether the server has everything. */
  async function flush(): Promise<boolean> {
    clearTimeout(timer);
    // Items added while a send is running are sent after it.
    await running;
    if (storage.list().length === 0) return true;
    running ??= send().finally(() => {
      running = null;
    });
    await running;
    return storage.list().length === 0;
  }

  return {
    add(waiting: OutboxItem): void {
      const isStored = storage.add(waiting);
      show(isStored ? (state.kind === 'offline' ? 'offline' : 'saving') : 'unkept');
      wait(debounceMs);
    },
    flush,
    list: (): OutboxItem[] => storage.list().map(({ waiting }) => waiting),
    /** Also reports the state of items left by an earlier visit. */
    begin(): void {
      if (storage.list().length === 0) return;
      show('saving');
      void flush();
    },
    read: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Returns the items with the same destination as the first one. */
function firstBatch(waiting: readonly StoredOutboxItem[]): readonly StoredOutboxItem[] {
  const [first] = waiting;
  return waiting
    .filter((item) => first !== undefined && getDestination(item.waiting) === getDestination(first.waiting))
    .slice(0, batchSize);
}

const getDestination = (waiting: OutboxItem) =>
  `${waiting.kind === 'step' ? waiting.packageId : waiting.attemptId} ${waiting.affiliateId ?? ''}`;

/** Errors that a retry can resolve: expired session, timeout, rate limit. */
export function isPermanentError(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status);
}

function parseEntryIndex(path: string | undefined): number | null {
  const match = /^(?:steps|answers)\.(\d+)\b/.exec(path ?? '');
  return match === null ? null : Number(match[1]);
}
