import { saveDraft, deleteDraft, listDrafts, readDraft } from '#platform/web/sync/drafts.ts';
import type { LogValues } from './log-values.ts';

/** What a form keeps in this browser. */
export interface StoredDraft {
  values: LogValues;
  /** Makes the log once, however often it is sent. */
  key: string;
  /** Of the log it was filled from; 0 for one that is not in the account yet. */
  version: number;
  /** Whether a create was sent of which nothing is known. */
  wasSent: boolean;
  /** Whether the account has all of it. */
  isSaved: boolean;
}

/** Where one form keeps its dive in this browser. Two tabs never share one, so neither can overwrite the other. */
export interface DraftStorage {
  /** What a form that ended before its time had left here. */
  found: StoredDraft | null;
  /** False where the browser keeps nothing. */
  keep(log: StoredDraft): boolean;
  /** From now on it is kept as the draft of this log. */
  moveTo(scope: string): void;
  drop(): void;
  /** Whatever is kept stays for the next form of its kind. */
  leave(): void;
}

const getDraftPrefix = (scope: string) => `log:${scope}:`;

/**
 * A form holds a lock by the name of its draft for as long as it lives, however it ends. A draft nobody holds is what a
 * killed tab has left: the next form of the same dive takes it up.
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
  let letGo = release;
  let isLeft = false;
  async function holdAgain(): Promise<void> {
    letGo = (await acquireLock(name)) ?? (() => undefined);
    if (isLeft) letGo();
  }
  return {
    found,
    keep: ({ values, key, version, wasSent, isSaved }) =>
      saveDraft(name, {
        values: { log: JSON.stringify(values), key, wasSent: String(wasSent), isSaved: String(isSaved) },
        version,
      }),
    moveTo(scope) {
      if (name.startsWith(getDraftPrefix(scope))) return;
      deleteDraft(name);
      letGo();
      name = `${getDraftPrefix(scope)}${crypto.randomUUID()}`;
      void holdAgain();
    },
    drop: () => deleteDraft(name),
    leave() {
      isLeft = true;
      letGo();
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

/** Null where another form of this browser holds it. A browser without locks has one form at a time, we trust. */
function acquireLock(name: string): Promise<(() => void) | null> {
  // Only there in a secure context.
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
