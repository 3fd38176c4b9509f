import { deleteDraft, saveDraft, listDrafts, readDraft } from '#platform/web/sync/drafts.ts';
import { outboxPrefix } from '#platform/web/sync/draft-cleanup.ts';
import { backoffMs } from '#platform/web/client/backoff.ts';
import type { Basket, BasketLine } from '#features/shop/shared/contract.ts';

/** A basket addition that may not be sent yet, with the data needed to show it. */
export type Addition = Pick<
  BasketLine,
  'lineId' | 'productId' | 'name' | 'drawing' | 'quantity' | 'isGift' | 'licenseID' | 'unitMinor'
> & { currency: string };

export type SendOutcome =
  | { kind: 'taken'; addition: Addition; basket: Basket; wasLate: boolean }
  /** A permanent error. */
  | { kind: 'refused'; addition: Addition; error: Error }
  /** A temporary error; the addition is sent again. */
  | { kind: 'late'; addition: Addition };

interface OutboxOptions {
  /** Idempotent: a repeated line id is added once. */
  post: (addition: Addition) => Promise<Basket>;
  /** Ensures that only one tab sends at a time. */
  lock: (send: () => Promise<void>) => Promise<void>;
  onOutcome: (outcome: SendOutcome) => void;
}

export interface OutboxState {
  additions: readonly Addition[];
  /** The last attempt failed because of the network or the session. */
  isLate: boolean;
}

const keyPrefix = `${outboxPrefix}basket:`;

/**
 * Stores basket additions in the browser before sending them, so nothing is lost without a network or after a session
 * ends. They belong to one person and are deleted when that person signs out or someone else signs in.
 */
export function createBasketOutbox({ post, lock, onOutcome }: OutboxOptions) {
  /** In-memory fallback when the browser's storage is not available. */
  const unsaved = new Map<string, Addition>();
  const listeners = new Set<() => void>();
  let state: OutboxState = { additions: listStoredAdditions(), isLate: false };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let retries = 0;

  function show(isLate = state.isLate): void {
    state = { additions: [...listStoredAdditions(), ...unsaved.values()], isLate };
    for (const listener of listeners) listener();
  }

  function drop(lineId: string): void {
    unsaved.delete(lineId);
    deleteDraft(keyPrefix + lineId);
  }

  async function sendAll(): Promise<void> {
    for (let first = next(); first !== undefined; first = next()) await sendOne(first);
  }

  /** Read from storage each time, because another tab may have sent it already. */
  const next = () => [...listStoredAdditions(), ...unsaved.values()][0];

  async function sendOne(addition: Addition): Promise<void> {
    try {
      const basket = await post(addition);
      drop(addition.lineId);
      onOutcome({ kind: 'taken', addition, basket, wasLate: state.isLate });
      show();
    } catch (error) {
      if (!isPermanent(error)) {
        if (!state.isLate) onOutcome({ kind: 'late', addition });
        throw error;
      }
      drop(addition.lineId);
      onOutcome({ kind: 'refused', addition, error });
      show();
    }
  }

  async function send(): Promise<void> {
    try {
      await lock(sendAll);
      retries = 0;
      show(false);
    } catch {
      show(true);
      timer = setTimeout(() => void flush(), backoffMs(retries++));
    }
  }

  /** Sends everything in the outbox now. */
  async function flush(): Promise<void> {
    clearTimeout(timer);
    await running;
    if (next() === undefined) return show(false);
    running ??= send().finally(() => {
      running = null;
    });
    await running;
  }

  return {
    add(addition: Addition): Promise<void> {
      const values = { addition: JSON.stringify(addition) };
      if (!saveDraft(keyPrefix + addition.lineId, { values, version: 0 })) unsaved.set(addition.lineId, addition);
      show();
      return flush();
    },
    remove(lineId: string): void {
      drop(lineId);
      show();
    },
    flush,
    /** Called when another tab changed the outbox. */
    look: () => show(),
    read: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Oldest first. */
function listStoredAdditions(): Addition[] {
  return listDrafts(keyPrefix)
    .toReversed()
    .flatMap((name) => readStoredAddition(name) ?? []);
}

function readStoredAddition(name: string): Addition | null {
  try {
    return JSON.parse(readDraft(name)?.values['addition'] ?? 'null') as Addition | null;
  } catch {
    return null;
  }
}

/** Sessions, rate limits and server errors are temporary, so they are retried. */
function isPermanent(error: unknown): error is Error {
  if (!(error instanceof Error) || !('status' in error)) return false;
  const status = Number(error.status);
  return status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status);
}
