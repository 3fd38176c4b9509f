import { beforeEach, describe, expect, it, vi } from 'vitest';
import { stubDocument } from '#platform/testing/stub-document.ts';

type Kept = typeof import('./offline-cache.ts') &
  typeof import('./offline-cache-owner.ts') &
  typeof import('#platform/web/client/client.ts');

/** What a browser keeps for all its tabs. */
let storage: Map<string, string>;
let databases: Map<string, Map<unknown, unknown>>;

/** A request that succeeds in its time, as those of the real one do. */
function answerLater<T>(work: () => T, before?: (request: EventTarget & { result?: T }) => void): EventTarget {
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
    get: (key: unknown) => answerLater(() => structuredClone(copies.get(key))),
    put: (value: unknown, key: unknown) => answerLater(() => copies.set(key, structuredClone(value))),
    delete: (key: unknown) => answerLater(() => copies.delete(key)),
  };
  const database = {
    createObjectStore: () => store,
    transaction: () => ({ objectStore: () => store }),
    close: () => undefined,
  };
  return answerLater(
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

/** Another page of the same browser, after the server has said who is signed in. */
async function openTab(affiliateId: number | null): Promise<Kept> {
  vi.resetModules();
  const { setToken } = await import('#platform/web/session/session.ts');
  setToken(
    affiliateId === null
      ? null
      : { token: 'a token', affiliateId, role: 'diver', affiliateTypeId: 1, sub: '', givenName: '' },
  );
  const tab = {
    ...(await import('./offline-cache.ts')),
    ...(await import('./offline-cache-owner.ts')),
    ...(await import('#platform/web/client/client.ts')),
  };
  tab.deleteOtherUsersCache(affiliateId);
  return tab;
}

const offline = (tab: Kept) => async (): Promise<never> => {
  throw new tab.ApiError(0, []);
};
const copyIn = (tab: Kept, name = 'card') => tab.readOfflineCopy<string>(name);

/** Keeping a copy makes nobody wait, so it is there a moment later. */
async function keep(tab: Kept, value: string): Promise<void> {
  await tab.fetchWithOfflineCopy('card', async () => value);
  await expect.poll(() => copyIn(tab)).toBe(value);
}

describe('a copy', () => {
  it('is the answer without a network, also on a page that could ask nobody who is signed in', async () => {
    await keep(await openTab(7), 'Open Water');
    const later = await openTab(7);
    expect(await later.fetchWithOfflineCopy('card', offline(later))).toBe('Open Water');
    const { setToken } = await import('#platform/web/session/session.ts');
    setToken(null);
    expect(await copyIn(later)).toBe('Open Water');
  });

  it('is the newest answer of the network', async () => {
    const tab = await openTab(7);
    await keep(tab, 'Open Water');
    await keep(tab, 'Advanced');
    expect(await tab.fetchWithOfflineCopy('card', offline(tab))).toBe('Advanced');
  });

  it('is the answer after five seconds of a network that says nothing', async () => {
    const tab = await openTab(7);
    await keep(tab, 'Open Water');
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      const answer = tab.fetchWithOfflineCopy('card', () => new Promise<string>(() => undefined));
      await vi.advanceTimersByTimeAsync(5_000);
      expect(await answer).toBe('Open Water');
    } finally {
      vi.useRealTimers();
    }
  });

  it('does not stand in for a refusal, and is forgotten with what it was of', async () => {
    const tab = await openTab(7);
    await keep(tab, 'Open Water');
    const refuse = (status: number) =>
      tab.fetchWithOfflineCopy('card', () => Promise.reject(new tab.ApiError(status, [])));
    await expect(refuse(500)).rejects.toMatchObject({ status: 500 });
    expect(await copyIn(tab)).toBe('Open Water');
    await expect(refuse(404)).rejects.toMatchObject({ status: 404 });
    await expect.poll(() => copyIn(tab)).toBeUndefined();
    await expect(tab.fetchWithOfflineCopy('card', offline(tab))).rejects.toMatchObject({ status: 0 });
  });

  it('is gone after a sign-out, and when somebody else has signed in', async () => {
    const tab = await openTab(7);
    await keep(tab, 'Open Water');
    tab.deleteOtherUsersCache(null);
    expect(databases.size).toBe(0);
    await keep(await openTab(7), 'Open Water');
    expect(await copyIn(await openTab(8))).toBeUndefined();
    expect(await copyIn(await openTab(7))).toBeUndefined();
  });

  it('is not made for somebody who signed out while the answer was on its way', async () => {
    const tab = await openTab(7);
    const { promise, resolve } = Promise.withResolvers<string>();
    const answer = tab.fetchWithOfflineCopy('card', () => promise);
    // In another tab.
    tab.deleteOtherUsersCache(null);
    resolve('Open Water');
    expect(await answer).toBe('Open Water');
    // Everything that could still be on its way has arrived after one turn.
    await new Promise(setImmediate);
    expect([...(databases.get(tab.cacheDatabaseName)?.keys() ?? [])]).toEqual([]);
  });

  it('is missing, and nothing else, where the browser keeps nothing', async () => {
    const tab = await openTab(7);
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new Error('not here');
      },
    });
    expect(await tab.fetchWithOfflineCopy('card', async () => 'Open Water')).toBe('Open Water');
    expect(await copyIn(tab)).toBeUndefined();
  });
});
