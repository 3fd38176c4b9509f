import { deleteDraft, saveDraft, listDrafts, readDraft } from '#platform/web/sync/drafts.ts';
import { outboxPrefix } from '#platform/web/sync/draft-cleanup.ts';
import { backoffMs } from '#platform/web/client/backoff.ts';
import type { Basket, BasketLine } from '#features/shop/shared/contract.ts';

/** Something for the basket that the account may not have yet, with what a basket shows of it. */
export type Addition = Pick<
  BasketLine,
  'lineId' | 'productId' | 'name' | 'drawing' | 'quantity' | 'isGift' | 'licenseID' | 'unitMinor'
> & { currency: string };

export type SendOutcome =
  | { kind: 'taken'; addition: Addition; basket: Basket; wasLate: boolean }
  /** Never will be: why. */
  | { kind: 'refused'; addition: Addition; error: Error }
  /** For now. */
  | { kind: 'late'; addition: Addition };

interface OutboxOptions {
  /** The same line sent twice is there once. */
  post: (addition: Addition) => Promise<Basket>;
  /** Only one tab sends at a time. */
  lock: (send: () => Promise<void>) => Promise<void>;
  tell: (outcome: SendOutcome) => void;
}

export interface OutboxState {
  additions: readonly Addition[];
  /** The network or the session was gone when they were sent. */
  isLate: boolean;
}

const keyPrefix = `${outboxPrefix}basket:`;

/**
 * What is put into the basket is kept in the browser first and then sent: without a network, and over the end of a
 * session, nothing is lost. It is its owner's, and goes when they sign out or somebody else signs in.
 */
export function createBasketOutbox({ post, lock, tell }: OutboxOptions) {
  /** Where the browser keeps nothing for us, for as long as the page is there. */
  const unkept = new Map<string, Addition>();
  const listeners = new Set<() => void>();
  let state: OutboxState = { additions: listStoredAdditions(), isLate: false };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let retries = 0;

  function show(isLate = state.isLate): void {
    state = { additions: [...listStoredAdditions(), ...unkept.values()], isLate };
    for (const listener of listeners) listener();
  }

  function drop(lineId: string): void {
    unkept.delete(lineId);
    deleteDraft(keyPrefix + lineId);
  }

  async function sendAll(): Promise<void> {
    for (let first = next(); first !== undefined; first = next()) await sendOne(first);
  }

  /** Another tab may have sent it meanwhile. */
  const next = () => [...listStoredAdditions(), ...unkept.values()][0];

  async function sendOne(addition: Addition): Promise<void> {
    try {
      const basket = await post(addition);
      drop(addition.lineId);
      tell({ kind: 'taken', addition, basket, wasLate: state.isLate });
      show();
    } catch (error) {
      if (!isPermanent(error)) {
        if (!state.isLate) tell({ kind: 'late', addition });
        throw error;
      }
      drop(addition.lineId);
      tell({ kind: 'refused', addition, error });
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

  /** Now, all that waits. */
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
      if (!saveDraft(keyPrefix + addition.lineId, { values, version: 0 })) unkept.set(addition.lineId, addition);
      show();
      return flush();
    },
    remove(lineId: string): void {
      drop(lineId);
      show();
    },
    flush,
    /** Another tab has kept or sent something. */
    look: () => show(),
    read: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** In the order in which they came. */
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

/** Another try may succeed after a new sign-in, when it is less busy, or when the server is back. */
function isPermanent(error: unknown): error is Error {
  if (!(error instanceof Error) || !('status' in error)) return false;
  const status = Number(error.status);
  return status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status);
}
