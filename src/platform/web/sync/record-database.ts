import { openDB, type DBSchema, type IDBPObjectStore } from 'idb';
import { draftPrefix, outboxPrefix, recordDatabaseName } from './draft-cleanup.ts';

/** Deletions are stored this long, because another tab may still write an older version. */
const deletionLifetimeMs = 60 * 60 * 1_000;

/** A record as it is stored. */
export interface StoredRecord {
  at: string;
  isDeleted?: true;
  content?: unknown;
}

interface RecordSchema extends DBSchema {
  records: { key: string; value: StoredRecord & { generation: string } };
}

/**
 * The id of the records that are valid in this browser. Sign-out removes it synchronously, so records in IndexedDB become
 * invalid immediately, even if the page closes before they are deleted.
 */
export const readGeneration = () => localStorage.getItem(recordDatabaseName);

const outboxKey = new RegExp(`^${draftPrefix}\\d+:${outboxPrefix}`);

/** The outbox of a person is valid as long as this key exists. Another person's sign-in removes it with the outbox. */
export const getOutboxMarker = (key: string): string | null => outboxKey.exec(key)?.[0] ?? null;

export function isValid(key: string): boolean {
  const marker = getOutboxMarker(key);
  return marker === null || localStorage.getItem(marker) !== null;
}

/** Loads the records from IndexedDB, and deletes those that a sign-out or another person's sign-in made invalid. */
export async function loadValidRecords(): Promise<[string, StoredRecord][]> {
  const generation = readGeneration();
  const loaded: [string, StoredRecord][] = [];
  if (generation === null) return loaded;
  await changeStored(async (store) => {
    for (let cursor = await store.openCursor(); cursor !== null; cursor = await cursor.continue()) {
      const { generation: id, ...record } = cursor.value;
      const isStale = record.isDeleted && Date.parse(record.at) < Date.now() - deletionLifetimeMs;
      if (id !== generation || !isValid(cursor.key) || isStale) await cursor.delete();
      else loaded.push([cursor.key, record]);
    }
    // Without IndexedDB, all records are in local storage.
  }).catch(() => undefined);
  return loaded;
}

/** Stores records, unless there is a newer version or another tab has signed out since. */
export async function storeRecords(records: ReadonlyMap<string, StoredRecord>, id: string): Promise<void> {
  await changeStored(async (store) => {
    for (const [key, record] of records) {
      const former = await store.get(key);
      const isOutdated = former !== undefined && former.generation === id && former.at > record.at;
      if (!isOutdated && readGeneration() === id) await store.put({ ...record, generation: id }, key);
    }
  });
}

type Store = IDBPObjectStore<RecordSchema, ['records'], 'records', 'readwrite'>;

/** Opens the database for a single transaction, because an open connection would block its deletion at sign-out. */
async function changeStored(change: (store: Store) => Promise<void>): Promise<void> {
  const database = await openDB<RecordSchema>(recordDatabaseName, 1, {
    upgrade: (created) => void created.createObjectStore('records'),
  });
  try {
    const { store, done } = database.transaction('records', 'readwrite');
    await Promise.all([change(store), done]);
  } finally {
    database.close();
  }
}
