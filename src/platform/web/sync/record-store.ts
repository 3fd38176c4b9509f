import { draftPrefix, recordDatabaseName } from './draft-cleanup.ts';
import {
  getOutboxMarker,
  isValid,
  loadValidRecords,
  readGeneration,
  storeRecords,
  type StoredRecord,
} from './record-database.ts';

/** Long enough that a pause in typing causes one write to IndexedDB. */
const flushDelayMs = 1_000;
/** A browser whose IndexedDB does not answer must not prevent a screen from opening. */
const openTimeoutMs = 10_000;

export interface SyncRecord {
  name: string;
  /** Increases with each write, within a tab also across records. */
  at: string;
  content: unknown;
}

export type RecordStore = ReturnType<typeof createRecordStore>;

/**
 * Named records of the signed-in person, shared by all tabs. A write is in local storage when it returns, as a journal
 * that a killed tab cannot lose, and moves to IndexedDB after a pause. Reads are synchronous: the tab holds a copy of
 * the records, which `open` loads and `storage` events update. The newest version of a record wins everywhere. Without
 * IndexedDB, records stay in local storage.
 */
export function createRecordStore({ getOwner, browser }: { getOwner: () => number; browser: EventTarget }) {
  /** Records in IndexedDB or on their way there, including deleted ones, by key. */
  let copies = new Map<string, StoredRecord>();
  /** Writes of this tab that are not in IndexedDB yet. */
  let pending = new Map<string, StoredRecord>();
  let generation: string | null = null;
  /** The versions that this tab wrote or read. Another version was written by another tab. */
  const seen = new Map<string, string>();
  const listeners = new Set<() => void>();
  let lastAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let flushing: Promise<void> = Promise.resolve();
  let opening: Promise<void> | undefined;

  const keyPrefix = () => `${draftPrefix}${getOwner()}:`;

  /** Discards everything that a sign-out in any tab has made invalid. */
  function syncGeneration(): string | null {
    const current = readGeneration();
    if (generation !== null && generation !== current) {
      copies = new Map();
      pending = new Map();
    }
    generation = current;
    return current;
  }

  function claimGeneration(key: string): void {
    if (syncGeneration() === null) {
      generation = crypto.randomUUID();
      localStorage.setItem(recordDatabaseName, generation);
    }
    const marker = getOutboxMarker(key);
    if (marker !== null && !isValid(key)) localStorage.setItem(marker, '1');
  }

  function readKey(key: string): StoredRecord | null {
    const journaled = readJournal(key);
    const copy = syncGeneration() !== null && isValid(key) ? (copies.get(key) ?? null) : null;
    const newest = copy === null || (journaled !== null && journaled.at >= copy.at) ? journaled : copy;
    return newest?.isDeleted ? null : newest;
  }

  function nextAt(key: string): string {
    const former = Date.parse(copies.get(key)?.at ?? readJournal(key)?.at ?? '') || 0;
    lastAt = Math.max(Date.now(), lastAt + 1, former + 1);
    return new Date(lastAt).toISOString();
  }

  function write(key: string, part: Omit<StoredRecord, 'at'>): boolean {
    const record: StoredRecord = { ...part, at: nextAt(key) };
    try {
      claimGeneration(key);
      localStorage.setItem(key, JSON.stringify(record));
    } catch {
      if (!record.isDeleted) return false;
      // A deletion must not fail because the storage is full: the operation would be sent again and again.
      localStorage.removeItem(key);
    }
    copies.set(key, record);
    pending.set(key, record);
    seen.set(key, record.at);
    scheduleFlush();
    return true;
  }

  function scheduleFlush(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), flushDelayMs);
  }

  /** Moves the journal to IndexedDB, including records of killed tabs. */
  function flush(): Promise<void> {
    clearTimeout(timer);
    flushing = flushing.then(moveJournal).catch(() => undefined);
    return flushing;
  }

  async function moveJournal(): Promise<void> {
    const journal = listJournalKeys();
    for (const key of journal) claimGeneration(key);
    const current = syncGeneration();
    const moved = new Map(pending);
    for (const key of journal) {
      const record = readJournal(key);
      if (record !== null && record.at >= (moved.get(key)?.at ?? '')) moved.set(key, record);
    }
    if (current === null || moved.size === 0) return;
    await storeRecords(moved, current);
    for (const [key, record] of moved) {
      if (pending.get(key)?.at === record.at) pending.delete(key);
      if (syncGeneration() !== current) continue;
      if ((copies.get(key)?.at ?? '') <= record.at) copies.set(key, record);
      if (readJournal(key)?.at === record.at) localStorage.removeItem(key);
    }
  }

  async function load(): Promise<void> {
    syncGeneration();
    for (const [key, record] of await loadValidRecords())
      if ((copies.get(key)?.at ?? '') < record.at) copies.set(key, record);
    if (listJournalKeys().length > 0) scheduleFlush();
  }

  function applyUpdate({ key, newValue }: StorageEvent): void {
    // The journal is emptied once its records are in IndexedDB.
    if (newValue === null && key?.startsWith(draftPrefix)) return;
    const record = parseRecord(newValue);
    syncGeneration();
    if (key !== null && record !== null && key.startsWith(draftPrefix)) {
      if ((copies.get(key)?.at ?? '') <= record.at) copies.set(key, record);
      if ((pending.get(key)?.at ?? record.at) < record.at) pending.delete(key);
    }
    notify();
  }

  /** A page that returns from the back/forward cache has missed events. */
  function reload(event: Event): void {
    if ((event as PageTransitionEvent).persisted) void load().then(notify);
  }

  function notify(): void {
    for (const listener of listeners) listener();
  }
  syncGeneration();
  // Another tab may empty the journal before this tab reads it.
  for (const key of listJournalKeys()) {
    const record = readJournal(key);
    if (record !== null) copies.set(key, record);
  }
  browser.addEventListener('pageshow', reload);
  browser.addEventListener('storage', (event) => applyUpdate(event as StorageEvent));

  return {
    /** Loads the records from IndexedDB. Until then, only those in local storage are found. */
    open(): Promise<void> {
      opening ??= Promise.race([load(), new Promise<void>((resolve) => setTimeout(resolve, openTimeoutMs))]);
      return opening;
    },
    read(name: string): SyncRecord | null {
      const key = keyPrefix() + name;
      const record = readKey(key);
      if (record !== null) seen.set(key, record.at);
      return record === null ? null : toSyncRecord(name, record);
    },
    /** Returns false when the browser's storage is full or unavailable, as in some private windows. */
    write: (name: string, content: unknown): boolean => write(keyPrefix() + name, { content }),
    /** Deletes this version of a record; by default the one that this tab read or wrote last. */
    delete(name: string, at?: string): void {
      const key = keyPrefix() + name;
      const record = readKey(key);
      if (record !== null && record.at === (at ?? seen.get(key))) write(key, { isDeleted: true });
      seen.delete(key);
    },
    /** The records whose name has this prefix, oldest first. */
    list(prefix: string): SyncRecord[] {
      const own = keyPrefix();
      syncGeneration();
      const keys = new Set([...copies.keys(), ...listJournalKeys()].filter((key) => key.startsWith(own + prefix)));
      return [...keys]
        .flatMap((key) => {
          const record = readKey(key);
          return record === null ? [] : [toSyncRecord(key.slice(own.length), record)];
        })
        .toSorted((a, b) => (a.at === b.at ? compare(a.name, b.name) : compare(a.at, b.at)));
    },
    /** Reports changes of other tabs. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    flush,
  };
}

const compare = (a: string, b: string) => (a < b ? -1 : 1);

const toSyncRecord = (name: string, { at, content }: StoredRecord): SyncRecord => ({
  name,
  at,
  content: content ?? null,
});

function parseRecord(text: string | null): StoredRecord | null {
  try {
    const record = JSON.parse(text ?? 'null') as StoredRecord | null;
    return typeof record?.at === 'string' ? record : null;
  } catch {
    return null;
  }
}

function readJournal(key: string): StoredRecord | null {
  try {
    return parseRecord(localStorage.getItem(key));
  } catch {
    return null;
  }
}

function listJournalKeys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(draftPrefix) && getOutboxMarker(key) !== key);
  } catch {
    return [];
  }
}
