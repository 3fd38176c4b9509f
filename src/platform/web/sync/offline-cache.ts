import { ApiError } from '#platform/web/client/client.ts';
import { isServerPage } from '#platform/web/page-state.ts';
import { cacheOwnerKey, cacheDatabaseName } from './offline-cache-owner.ts';
import { currentToken } from '#platform/web/session/session.ts';

/** The stored copy is shown after this time on a weak connection. */
const networkTimeoutMs = 5_000;
const storeName = 'copies';

interface OfflineCopy {
  owner: string;
  value: unknown;
}

/**
 * Fetches from the network and stores a copy in this browser for the signed-in user. The copy is returned while offline
 * or when the network does not respond. `name` includes everything that the response depends on, such as its owner and
 * language. A copy is deleted when the server no longer has the original.
 */
export async function fetchWithOfflineCopy<T>(name: string, fetch: () => Promise<T>): Promise<T> {
  if (isServerPage()) return fetch();
  claimOfflineCache();
  const response = fetch();
  response.then(
    (value) => writeOfflineCopy(name, value),
    (error: unknown) => {
      if (isGone(error)) void withStore((store) => store.delete(name));
    },
  );
  try {
    return await Promise.race([response, readCopyAfterTimeout(name, response)]);
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    const copy = await readOfflineCopy<T>(name);
    if (copy === undefined) throw error;
    return copy;
  }
}

/** Stores a copy of what a page from the server shows. The page doesn't fetch it again. */
export function saveOfflineCopy(name: string, value: unknown): void {
  claimOfflineCache();
  void writeOfflineCopy(name, value);
}

/** Makes the signed-in user the owner of the cache until they sign out in any tab. */
function claimOfflineCache(): void {
  const token = currentToken();
  if (token === null || localStorage.getItem(cacheOwnerKey) !== null) return;
  try {
    localStorage.setItem(cacheOwnerKey, String(token.affiliateId));
  } catch {
    // The offline cache is optional and needs local storage.
  }
}

async function readCopyAfterTimeout<T>(name: string, response: Promise<T>): Promise<T> {
  await new Promise((resolve) => setTimeout(resolve, networkTimeoutMs));
  return (await readOfflineCopy<T>(name)) ?? response;
}

const isUnreachable = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 502);
const isGone = (error: unknown) => error instanceof ApiError && [403, 404].includes(error.status);

export async function readOfflineCopy<T>(name: string): Promise<T | undefined> {
  const copy = await withStore<OfflineCopy | undefined>((store) => store.get(name));
  const owner = localStorage.getItem(cacheOwnerKey);
  const token = currentToken();
  // The copy may have been stored by a tab that another user left open.
  if (token !== null && String(token.affiliateId) !== owner) return undefined;
  return copy !== undefined && copy.owner === owner ? (copy.value as T) : undefined;
}

/** Stores a copy, unless the user has signed out in any tab since the request. */
async function writeOfflineCopy(name: string, value: unknown): Promise<void> {
  await withStore((store) => {
    const owner = localStorage.getItem(cacheOwnerKey);
    return owner !== null && owner === String(currentToken()?.affiliateId) ? store.put({ owner, value }, name) : null;
  });
}

/** Opens the database for a single operation, because an open connection would block its deletion at sign-out. */
async function withStore<T>(change: (store: IDBObjectStore) => IDBRequest<T> | null): Promise<T | undefined> {
  try {
    const database = await openDatabase();
    try {
      const transaction = database.transaction(storeName, 'readwrite');
      const request = change(transaction.objectStore(storeName));
      return request === null ? undefined : await toPromise(request);
    } finally {
      database.close();
    }
  } catch {
    // IndexedDB may be unavailable in a private window; the offline cache is optional.
    return undefined;
  }
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(cacheDatabaseName, 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(storeName));
  return toPromise(request);
}

function toPromise<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB request failed')));
  });
}
