import { createDraftStorage } from '#platform/web/sync/draft-storage.ts';
import { records } from '#platform/web/sync/records.ts';
import type { LogValues } from './log-values.ts';

/** A draft in this browser. */
export interface StoredDraft {
  values: LogValues;
  /** The idempotency key of the create mutation. */
  key: string;
  /** The version of the log it is based on; 0 for a new one. */
  version: number;
  /** Whether a create was sent without a response so far. */
  wasSent: boolean;
}

/** The browser storage of one form. Tabs never share one, so they can't overwrite each other. */
export interface FormStorage {
  /** The draft left by a form that ended early. */
  found: StoredDraft | null;
  /** Returns false if the browser can't store it. */
  save(log: StoredDraft): boolean;
  /** Moves the draft to the storage of this log. */
  moveTo(scope: string): void;
  drop(): void;
  /** Releases the storage; the draft stays for the next form. */
  leave(): void;
}

const getDraftPrefix = (scope: string) => `log:${scope}:`;

/**
 * A form holds a lock with the name of its draft while it lives. A draft without a lock was left by a killed tab, and
 * the next form of the same dive restores it.
 */
export async function openFormStorage(scope: string): Promise<FormStorage> {
  await records.open();
  // The newest draft first.
  for (const { name } of records.list(getDraftPrefix(scope)).toReversed()) {
    const release = await acquireLock(name);
    if (release === null) continue;
    const draft = openDraft(name);
    const found = draft.read();
    if (found !== null) return createFormStorage(name, found, release);
    draft.delete();
    release();
  }
  const name = `${getDraftPrefix(scope)}${crypto.randomUUID()}`;
  return createFormStorage(name, null, (await acquireLock(name)) ?? (() => undefined));
}

function createFormStorage(first: string, found: StoredDraft | null, release: () => void): FormStorage {
  let name = first;
  let releaseLock = release;
  let isLeft = false;
  async function reacquireLock(): Promise<void> {
    releaseLock = (await acquireLock(name)) ?? (() => undefined);
    if (isLeft) releaseLock();
  }
  return {
    found,
    save: (stored) => openDraft(name).write(stored),
    moveTo(scope) {
      if (name.startsWith(getDraftPrefix(scope))) return;
      openDraft(name).delete();
      releaseLock();
      name = `${getDraftPrefix(scope)}${crypto.randomUUID()}`;
      void reacquireLock();
    },
    drop: () => openDraft(name).delete(),
    leave() {
      isLeft = true;
      releaseLock();
    },
  };
}

const openDraft = (name: string) => createDraftStorage<StoredDraft>(records, name);

/** Null if another form holds the lock. Browsers without locks are assumed to have one form at a time. */
function acquireLock(name: string): Promise<(() => void) | null> {
  // Available in secure contexts only.
  const { locks } = navigator as { locks?: LockManager };
  if (locks === undefined) return Promise.resolve(() => undefined);
  return new Promise((resolve) => {
    void locks.request(name, { ifAvailable: true }, (lock) => {
      if (lock === null) return resolve(null);
      return new Promise<void>((release) => {
        resolve(release);
      });
    });
  });
}
