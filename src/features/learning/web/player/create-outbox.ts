import type { ApiError } from '#platform/web/client/client.ts';
import { backoffMs } from '#platform/web/client/backoff.ts';
import type { OutboxStorage, StoredOutboxItem, OutboxItem } from './outbox-storage.ts';

/** Long enough for what is done in one go to travel together, and far below the two seconds in which it must be saved. */
const debounceMs = 500;
const batchSize = 100;

/** A call the server refused, or that never reached it. */
const isApiError = (error: unknown): error is Pick<ApiError, 'status' | 'entries'> =>
  error instanceof Error && 'entries' in error;

export interface OutboxState {
  kind: 'untouched' | 'saving' | 'saved' | 'offline' | 'unkept';
  at: Date | null;
}

interface OutboxOptions {
  box: OutboxStorage;
  /** Sends what goes to one place, in order. */
  post(batch: readonly OutboxItem[]): Promise<void>;
  /** Only one tab sends at a time. */
  lock(send: () => Promise<void>): Promise<void>;
}

/**
 * What a learner did is kept in the browser first and then sent in order. While the network or the server is gone it
 * waits; what the server will never take is dropped, and all the rest is kept.
 */
export function createOutbox({ box, post, lock }: OutboxOptions) {
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
    for (let waiting = box.list(); waiting.length > 0; waiting = box.list()) {
      const batch = firstBatch(waiting);
      const refused = await sendBatch(batch);
      box.remove((refused ?? batch).map(({ name }) => name));
    }
  }

  /** Null when all of it was taken; else what never will be. */
  async function sendBatch(batch: readonly StoredOutboxItem[]): Promise<readonly StoredOutboxItem[] | null> {
    try {
      await post(batch.map(({ waiting }) => waiting));
      return null;
    } catch (error) {
      if (!isApiError(error) || !isPermanentError(error.status)) throw error;
      const refused = batch.filter((_kept, index) => error.entries.some(({ path }) => parseEntryIndex(path) === index));
      return refused.length > 0 ? refused : batch;
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

  /** Now. Says whether the account has all of it. */
  async function flush(): Promise<boolean> {
    clearTimeout(timer);
    // What came meanwhile goes after that one.
    await running;
    if (box.list().length === 0) return true;
    running ??= send().finally(() => {
      running = null;
    });
    await running;
    return box.list().length === 0;
  }

  return {
    add(waiting: OutboxItem): void {
      const isKept = box.add(waiting);
      show(isKept ? (state.kind === 'offline' ? 'offline' : 'saving') : 'unkept');
      wait(debounceMs);
    },
    flush,
    list: (): OutboxItem[] => box.list().map(({ waiting }) => waiting),
    /** What an earlier visit left is told of as well. */
    begin(): void {
      if (box.list().length === 0) return;
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

/** All that goes where the first one goes. */
function firstBatch(waiting: readonly StoredOutboxItem[]): readonly StoredOutboxItem[] {
  const [first] = waiting;
  return waiting
    .filter((one) => first !== undefined && getDestination(one.waiting) === getDestination(first.waiting))
    .slice(0, batchSize);
}

const getDestination = (waiting: OutboxItem) =>
  `${waiting.kind === 'step' ? waiting.packageId : waiting.attemptId} ${waiting.affiliateId ?? ''}`;

/** Another try may succeed after a new sign-in, when it is less busy, or when the server is back. */
function isPermanentError(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status);
}

function parseEntryIndex(path: string | undefined): number | null {
  const match = /^(?:steps|answers)\.(\d+)\b/.exec(path ?? '');
  return match === null ? null : Number(match[1]);
}
