import { backoffMs } from '#platform/web/client/backoff.ts';
import type { ScormResult } from '#features/learning/shared/scorm-result.ts';
import type { OutboxState } from '#features/learning/web/player/create-outbox.ts';

/** Current state of an item. Only the newest state of each item matters. */
export interface ScormState extends ScormResult {
  packageId: string;
  item: string;
  seq: number;
}

/** Stores the newest unsent state of each item. */
export interface ScormStorage {
  /** Returns false if the browser cannot store the state. */
  keep(state: ScormState): boolean;
  list(): ScormState[];
  /** Keeps the entry if it was replaced by a newer state. */
  drop(state: ScormState): void;
}

interface ScormOutboxOptions {
  box: ScormStorage;
  post(state: ScormState): Promise<void>;
}

/**
 * Stores states in the browser first and then sends the newest of each item. States wait while the network or server is
 * unavailable.
 */
export function createScormOutbox({ box, post }: ScormOutboxOptions) {
  const unkept = new Map<string, ScormState>();
  let state: OutboxState = { kind: 'untouched', at: null };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let retries = 0;
  const listeners = new Set<() => void>();

  function show(kind: OutboxState['kind'], at = state.at): void {
    state = { kind, at };
    for (const listener of listeners) listener();
  }

  const waiting = () => [...unkept.values(), ...box.list()];

  function drop(sent: ScormState): void {
    const name = toDraftName(sent);
    if (unkept.get(name)?.seq === sent.seq) unkept.delete(name);
    box.drop(sent);
  }

  async function sendAll(): Promise<void> {
    for (let next = waiting()[0]; next !== undefined; next = waiting()[0]) {
      try {
        await post(next);
      } catch (error) {
        if (!isPermanentError((error as { status?: number }).status ?? 0)) throw error;
      }
      drop(next);
    }
  }

  async function run(): Promise<void> {
    try {
      await sendAll();
      retries = 0;
      if (state.kind !== 'untouched') show('saved', new Date());
    } catch {
      show(unkept.size > 0 ? 'unkept' : 'offline');
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
    return waiting().length === 0;
  }

  return {
    keep(next: ScormState): void {
      if (box.keep(next)) unkept.delete(toDraftName(next));
      else unkept.set(toDraftName(next), next);
      show(unkept.size > 0 ? 'unkept' : state.kind === 'offline' ? 'offline' : 'saving');
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

/** Errors that a retry can resolve: expired session, timeout, rate limit. */
function isPermanentError(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status);
}
