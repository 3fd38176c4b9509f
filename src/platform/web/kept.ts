import { ApiError } from './client.ts';
import { keptBy, keptDatabase } from './kept-owner.ts';
import { currentToken } from './session.ts';

/** On a network that is hardly there nobody waits longer than this for what is on the device already. */
const patienceMs = 5_000;
const storeName = 'copies';

interface Copy {
  owner: string;
  value: unknown;
}

/**
 * Answers from the network and keeps a copy in this browser for who is signed in; without a network, or while it does
 * not answer, the copy is the answer. A name says all that the answer depends on, such as whose it is and its language.
 * What the server no longer has is forgotten here too.
 */
export async function keepCopy<T>(name: string, fetch: () => Promise<T>): Promise<T> {
  claimCopies();
  const answer = fetch();
  answer.then(
    (value) => writeCopy(name, value),
    (error: unknown) => {
      if (isGone(error)) void changeStore((store) => store.delete(name));
    },
  );
  try {
    return await Promise.race([answer, answerSlowly(name, answer)]);
  } catch (error) {
    if (!isOutOfReach(error)) throw error;
    const copy = await readCopy<T>(name);
    if (copy === undefined) throw error;
    return copy;
  }
}

/** From now on until they sign out, in whichever tab. */
function claimCopies(): void {
  const token = currentToken();
  if (token === null || localStorage.getItem(keptBy) !== null) return;
  try {
    localStorage.setItem(keptBy, String(token.affiliateId));
  } catch {
    // A browser that keeps nothing for us keeps no copies either.
  }
}

async function answerSlowly<T>(name: string, answer: Promise<T>): Promise<T> {
  await new Promise((resolve) => setTimeout(resolve, patienceMs));
  return (await readCopy<T>(name)) ?? answer;
}

const isOutOfReach = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 502);
const isGone = (error: unknown) => error instanceof ApiError && [403, 404].includes(error.status);

export async function readCopy<T>(name: string): Promise<T | undefined> {
  const copy = await changeStore<Copy | undefined>((store) => store.get(name));
  const owner = localStorage.getItem(keptBy);
  const token = currentToken();
  // A tab that somebody left open may have kept for them what another is not to see.
  if (token !== null && String(token.affiliateId) !== owner) return undefined;
  return copy !== undefined && copy.owner === owner ? (copy.value as T) : undefined;
}

/** Not for somebody who has signed out meanwhile, in this tab or in another. */
async function writeCopy(name: string, value: unknown): Promise<void> {
  await changeStore((store) => {
    const owner = localStorage.getItem(keptBy);
    return owner !== null && owner === String(currentToken()?.affiliateId) ? store.put({ owner, value }, name) : null;
  });
}

/** Opened for one thing and closed: a connection that stays open would stand in the way of deleting it. */
async function changeStore<T>(change: (store: IDBObjectStore) => IDBRequest<T> | null): Promise<T | undefined> {
  try {
    const database = await openDatabase();
    try {
      const transaction = database.transaction(storeName, 'readwrite');
      const request = change(transaction.objectStore(storeName));
      return request === null ? undefined : await resultOf(request);
    } finally {
      database.close();
    }
  } catch {
    // A private window may keep nothing for us; then there are no copies.
    return undefined;
  }
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(keptDatabase, 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(storeName));
  return resultOf(request);
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('no storage')));
  });
}
