import { keepDraft, dropDraft, listDrafts, readDraft } from '../../../../platform/web/draft.ts';
import type { LogValues } from './log-values.ts';

/** What a form keeps in this browser. */
export interface KeptLog {
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
export interface DraftPlace {
  /** What a form that ended before its time had left here. */
  found: KeptLog | null;
  /** False where the browser keeps nothing. */
  keep(log: KeptLog): boolean;
  /** From now on it is kept as the draft of this log. */
  moveTo(scope: string): void;
  drop(): void;
  /** Whatever is kept stays for the next form of its kind. */
  leave(): void;
}

const beginning = (scope: string) => `log:${scope}:`;

/**
 * A form holds a lock by the name of its draft for as long as it lives, however it ends. A draft nobody holds is what a
 * killed tab has left: the next form of the same dive takes it up.
 */
export async function openDraftPlace(scope: string): Promise<DraftPlace> {
  for (const name of listDrafts(beginning(scope))) {
    const release = await hold(name);
    if (release === null) continue;
    const found = readKept(name);
    if (found !== null && !found.isSaved) return placeAt(name, found, release);
    dropDraft(name);
    release();
  }
  const name = `${beginning(scope)}${crypto.randomUUID()}`;
  return placeAt(name, null, (await hold(name)) ?? (() => undefined));
}

function placeAt(first: string, found: KeptLog | null, release: () => void): DraftPlace {
  let name = first;
  let letGo = release;
  let isLeft = false;
  async function holdAgain(): Promise<void> {
    letGo = (await hold(name)) ?? (() => undefined);
    if (isLeft) letGo();
  }
  return {
    found,
    keep: ({ values, key, version, wasSent, isSaved }) =>
      keepDraft(name, {
        values: { log: JSON.stringify(values), key, wasSent: String(wasSent), isSaved: String(isSaved) },
        version,
      }),
    moveTo(scope) {
      if (name.startsWith(beginning(scope))) return;
      dropDraft(name);
      letGo();
      name = `${beginning(scope)}${crypto.randomUUID()}`;
      void holdAgain();
    },
    drop: () => dropDraft(name),
    leave() {
      isLeft = true;
      letGo();
    },
  };
}

function readKept(name: string): KeptLog | null {
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
function hold(name: string): Promise<(() => void) | null> {
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
