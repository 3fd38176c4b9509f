import { saveDraft, deleteDraft, listDrafts, readDraft } from '#platform/web/sync/drafts.ts';
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
  /** Whether the account has everything. */
  isSaved: boolean;
}

/** The browser storage of one form. Tabs never share one, so they can't overwrite each other. */
export interface DraftStorage {
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
export async function openDraftStorage(scope: string): Promise<DraftStorage> {
  for (const name of listDrafts(getDraftPrefix(scope))) {
    const release = await acquireLock(name);
    if (release === null) continue;
    const found = readStoredDraft(name);
    if (found !== null && !found.isSaved) return createDraftStorage(name, found, release);
    deleteDraft(name);
    release();
  }
  const name = `${getDraftPrefix(scope)}${crypto.randomUUID()}`;
  return createDraftStorage(name, null, (await acquireLock(name)) ?? (() => undefined));
}

function createDraftStorage(first: string, found: StoredDraft | null, release: () => void): DraftStorage {
  let name = first;
  let releaseLock = release;
  let isLeft = false;
  async function reacquireLock(): Promise<void> {
    releaseLock = (await acquireLock(name)) ?? (() => undefined);
    if (isLeft) releaseLock();
  }
  return {
    found,
    save: ({ values, key, version, wasSent, isSaved }) =>
      saveDraft(name, {
        values: { log: JSON.stringify(values), key, wasSent: String(wasSent), isSaved: String(isSaved) },
        version,
      }),
    moveTo(scope) {
      if (name.startsWith(getDraftPrefix(scope))) return;
      deleteDraft(name);
      releaseLock();
      name = `${getDraftPrefix(scope)}${crypto.randomUUID()}`;
      void reacquireLock();
    },
    drop: () => deleteDraft(name),
    leave() {
      isLeft = true;
      releaseLock();
    },
  };
}

function readStoredDraft(name: string): StoredDraft | null {
  const draft = readDraft(name);
  if (draft === null) return null;
  const { log = '', key = '', wasSent, isSaved } = draft.values;
  try {
    const values = JSON.parse(log) as LogValues;
    return { values, key, version: draft.version, wasSent: wasSent === 'true', isSaved: isSaved === 'true' };
  } catch {
    return null;
  }
}

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
