import { backoffMs } from '#platform/web/client/backoff.ts';
import type { ScormResult } from '#features/learning/shared/scorm-result.ts';
import { isPermanentError, type OutboxState } from '#features/learning/web/player/create-outbox.ts';

/** Current state of an item. Only the newest state of each item matters. */
export interface ScormState extends ScormResult {
  packageId: string;
  item: string;
  seq: number;
}

/** Stores the newest unsent state of each item. */
export interface ScormStorage {
  /** Returns false if the browser cannot store the state. */
  save(state: ScormState): boolean;
  list(): ScormState[];
  /** Keeps the entry if it was replaced by a newer state. */
  remove(state: ScormState): void;
}

interface ScormOutboxOptions {
  storage: ScormStorage;
  post(state: ScormState): Promise<void>;
}

/**
 * Stores states in the browser first and then sends the newest of each item. States wait while the network or server is
 * unavailable.
 */
export function createScormOutbox({ storage, post }: ScormOutboxOptions) {
  const unstored = new Map<string, ScormState>();
  let state: OutboxState = { kind: 'untouched', at: null };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let retries = 0;
  const listeners = new Set<() => void>();

  function show(kind: OutboxState['kind'], at = state.at): void {
    state = { kind, at };
    for (const listener of listeners) listener();
  }

  const listPending = () => [...unstored.values(), ...storage.list()];

  function remove(sent: ScormState): void {
    const name = toDraftName(sent);
    if (unstored.get(name)?.seq === sent.seq) unstored.delete(name);
    storage.remove(sent);
  }

  async function sendAll(): Promise<void> {
    for (let next = listPending()[0]; next !== undefined; next = listPending()[0]) {
      try {
        await post(next);
      } catch (error) {
        if (!isPermanentError((error as { status?: number }).status ?? 0)) throw error;
      }
      remove(next);
    }
  }

  async function run(): Promise<void> {
    try {
      await sendAll();
      retries = 0;
      if (state.kind !== 'untouched') show('saved', new Date());
    } catch {
      show(unstored.size > 0 ? 'unkept' : 'offline');
      timer = setTimeout(() => void send(), backoffMs(retries++));
    }
  }

  /** Sends now. Returns whether the server has everything. */
  async function send(): Promise<boolean> {
    clearTimeout(timer);
    // A running send also picks up states that were added since.
    running ??= run().finally(() => {
      running = null;
    });
    await running;
    return listPending().length === 0;
  }

  return {
    add(next: ScormState): void {
      if (storage.save(next)) unstored.delete(toDraftName(next));
      else unstored.set(toDraftName(next), next);
      show(unstored.size > 0 ? 'unkept' : state.kind === 'offline' ? 'offline' : 'saving');
      void send();
    },
    send,
    read: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const toDraftName = ({ packageId, item }: Pick<ScormState, 'packageId' | 'item'>) =>
  `scorm:${packageId}:${item}`;
