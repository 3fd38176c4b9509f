import { ApiError } from '#platform/web/client/client.ts';
import { cacheOwnerKey, cacheDatabaseName } from './offline-cache-owner.ts';
import { currentToken } from '#platform/web/session/session.ts';

/** On a network that is hardly there nobody waits longer than this for what is on the device already. */
const networkTimeoutMs = 5_000;
const storeName = 'copies';

interface OfflineCopy {
  owner: string;
  value: unknown;
}

/**
 * Answers from the network and keeps a copy in this browser for who is signed in; without a network, or while it does
 * not answer, the copy is the answer. A name says all that the answer depends on, such as whose it is and its language.
 * What the server no longer has is forgotten here too.
 */
export async function fetchWithOfflineCopy<T>(name: string, fetch: () => Promise<T>): Promise<T> {
  claimOfflineCache();
  const answer = fetch();
  answer.then(
    (value) => writeOfflineCopy(name, value),
    (error: unknown) => {
      if (isGone(error)) void withStore((store) => store.delete(name));
    },
  );
  try {
    return await Promise.race([answer, readCopyAfterTimeout(name, answer)]);
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    const copy = await readOfflineCopy<T>(name);
    if (copy === undefined) throw error;
    return copy;
  }
}

/** From now on until they sign out, in whichever tab. */
function claimOfflineCache(): void {
  const token = currentToken();
  if (token === null || localStorage.getItem(cacheOwnerKey) !== null) return;
  try {
    localStorage.setItem(cacheOwnerKey, String(token.affiliateId));
  } catch {
    // A browser that keeps nothing for us keeps no copies either.
  }
}

async function readCopyAfterTimeout<T>(name: string, answer: Promise<T>): Promise<T> {
  await new Promise((resolve) => setTimeout(resolve, networkTimeoutMs));
  return (await readOfflineCopy<T>(name)) ?? answer;
}

const isUnreachable = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 502);
const isGone = (error: unknown) => error instanceof ApiError && [403, 404].includes(error.status);

export async function readOfflineCopy<T>(name: string): Promise<T | undefined> {
  const copy = await withStore<OfflineCopy | undefined>((store) => store.get(name));
  const owner = localStorage.getItem(cacheOwnerKey);
  const token = currentToken();
  // A tab that somebody left open may have kept for them what another is not to see.
  if (token !== null && String(token.affiliateId) !== owner) return undefined;
  return copy !== undefined && copy.owner === owner ? (copy.value as T) : undefined;
}

/** Not for somebody who has signed out meanwhile, in this tab or in another. */
async function writeOfflineCopy(name: string, value: unknown): Promise<void> {
  await withStore((store) => {
    const owner = localStorage.getItem(cacheOwnerKey);
    return owner !== null && owner === String(currentToken()?.affiliateId) ? store.put({ owner, value }, name) : null;
  });
}

/** Opened for one thing and closed: a connection that stays open would stand in the way of deleting it. */
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
    // A private window may keep nothing for us; then there are no copies.
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
    request.addEventListener('error', () => reject(request.error ?? new Error('no storage')));
  });
}
