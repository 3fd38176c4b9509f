import { beforeEach, describe, expect, it, vi } from 'vitest';
import { affiliateType } from '#domain/roles.ts';
import { stubDocument } from '#platform/testing/stub-document.ts';

type Tab = typeof import('./offline-cache.ts') &
  typeof import('./offline-cache-owner.ts') &
  typeof import('#platform/web/client/client.ts');

/** The storage that all tabs of the browser share. */
let storage: Map<string, string>;
let databases: Map<string, Map<unknown, unknown>>;

/** A request that succeeds asynchronously, like those of IndexedDB. */
function createRequest<T>(work: () => T, before?: (request: EventTarget & { result?: T }) => void): EventTarget {
  const request: EventTarget & { result?: T } = new EventTarget();
  queueMicrotask(() => {
    before?.(request);
    request.result = work();
    request.dispatchEvent(new Event('success'));
  });
  return request;
}

function openStub(name: string): EventTarget {
  const copies = databases.get(name) ?? new Map<unknown, unknown>();
  const store = {
    get: (key: unknown) => createRequest(() => structuredClone(copies.get(key))),
    put: (value: unknown, key: unknown) => createRequest(() => copies.set(key, structuredClone(value))),
    delete: (key: unknown) => createRequest(() => copies.delete(key)),
  };
  const database = {
    createObjectStore: () => store,
    transaction: () => ({ objectStore: () => store }),
    close: () => undefined,
  };
  return createRequest(
    () => {
      databases.set(name, copies);
      return database;
    },
    (request) => {
      request.result = database;
      if (!databases.has(name)) request.dispatchEvent(new Event('upgradeneeded'));
    },
  );
}

beforeEach(() => {
  storage = new Map();
  databases = new Map();
  stubDocument();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  });
  vi.stubGlobal('indexedDB', {
    open: openStub,
    deleteDatabase: (name: string) => void databases.delete(name),
  });
  return () => vi.unstubAllGlobals();
});

/** Opens another tab of the same browser, signed in as this affiliate. */
async function openTab(affiliateId: number | null): Promise<Tab> {
  vi.resetModules();
  const { setToken } = await import('#platform/web/session/session.ts');
  setToken(
    affiliateId === null
      ? null
      : { token: 'a token', affiliateId, role: 'diver', affiliateTypeId: affiliateType.diver, sub: '', givenName: '' },
  );
  const tab = {
    ...(await import('./offline-cache.ts')),
    ...(await import('./offline-cache-owner.ts')),
    ...(await import('#platform/web/client/client.ts')),
  };
  tab.deleteOtherUsersCache(affiliateId);
  return tab;
}

const offline = (tab: Tab) => async (): Promise<never> => {
  throw new tab.ApiError(0, []);
};
const copyIn = (tab: Tab, name = 'card') => tab.readOfflineCopy<string>(name);

/** Fetches a value and resolves after its copy is written in the background. */
async function cacheValue(tab: Tab, value: string): Promise<void> {
  await tab.fetchWithOfflineCopy('card', async () => value);
  await expect.poll(() => copyIn(tab)).toBe(value);
}

describe('offline cache', () => {
  it('returns the copy while offline, also in a tab without a token', async () => {
    await cacheValue(await openTab(7), 'Open Water');
    const later = await openTab(7);
    expect(await later.fetchWithOfflineCopy('card', offline(later))).toBe('Open Water');
    const { setToken } = await import('#platform/web/session/session.ts');
    setToken(null);
    expect(await copyIn(later)).toBe('Open Water');
  });

  it('stores the latest response', async () => {
    const tab = await openTab(7);
    await cacheValue(tab, 'Open Water');
    await cacheValue(tab, 'Advanced');
    expect(await tab.fetchWithOfflineCopy('card', offline(tab))).toBe('Advanced');
  });

  it('returns the copy when the network does not respond within five seconds', async () => {
    const tab = await openTab(7);
    await cacheValue(tab, 'Open Water');
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      const answer = tab.fetchWithOfflineCopy('card', () => new Promise<string>(() => undefined));
      await vi.advanceTimersByTimeAsync(5_000);
      expect(await answer).toBe('Open Water');
    } finally {
      vi.useRealTimers();
    }
  });

  it('does not replace an error response, and deletes the copy after a 404', async () => {
    const tab = await openTab(7);
    await cacheValue(tab, 'Open Water');
    const failWith = (status: number) =>
      tab.fetchWithOfflineCopy('card', () => Promise.reject(new tab.ApiError(status, [])));
    await expect(failWith(500)).rejects.toMatchObject({ status: 500 });
    expect(await copyIn(tab)).toBe('Open Water');
    await expect(failWith(404)).rejects.toMatchObject({ status: 404 });
    await expect.poll(() => copyIn(tab)).toBeUndefined();
    await expect(tab.fetchWithOfflineCopy('card', offline(tab))).rejects.toMatchObject({ status: 0 });
  });

  it('deletes the copy after a sign-out and when another user signs in', async () => {
    const tab = await openTab(7);
    await cacheValue(tab, 'Open Water');
    tab.deleteOtherUsersCache(null);
    expect(databases.size).toBe(0);
    await cacheValue(await openTab(7), 'Open Water');
    expect(await copyIn(await openTab(8))).toBeUndefined();
    expect(await copyIn(await openTab(7))).toBeUndefined();
  });

  it('stores no copy when the user signs out during the request', async () => {
    const tab = await openTab(7);
    const { promise, resolve } = Promise.withResolvers<string>();
    const answer = tab.fetchWithOfflineCopy('card', () => promise);
    // The sign-out happens in another tab.
    tab.deleteOtherUsersCache(null);
    resolve('Open Water');
    expect(await answer).toBe('Open Water');
    // All pending writes are done after one turn of the event loop.
    await new Promise(setImmediate);
    expect([...(databases.get(tab.cacheDatabaseName)?.keys() ?? [])]).toEqual([]);
  });

  it('works without copies when IndexedDB is unavailable', async () => {
    const tab = await openTab(7);
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new Error('unavailable');
      },
    });
    expect(await tab.fetchWithOfflineCopy('card', async () => 'Open Water')).toBe('Open Water');
    expect(await copyIn(tab)).toBeUndefined();
  });
});
