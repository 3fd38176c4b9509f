import * as fakeIndexedDB from 'fake-indexeddb';
import { vi } from 'vitest';

/**
 * Stubs the storage of a browser with several tabs until `vi.unstubAllGlobals`. A tab learns of changes when its events
 * are delivered, which may be late.
 */
export function stubBrowser() {
  const storage: Record<string, string> = {};
  const queues = new Map<EventTarget, Event[]>();
  const emit = (key: string, newValue: string | null) => {
    for (const queue of queues.values()) queue.push(Object.assign(new Event('storage'), { key, newValue }));
  };
  // Like the real storage, it has its keys as own properties and its methods on the prototype.
  Object.setPrototypeOf(storage, {
    getItem: (key: string) => storage[key] ?? null,
    setItem(key: string, value: string) {
      storage[key] = value;
      emit(key, value);
    },
    removeItem(key: string) {
      if (!Object.hasOwn(storage, key)) return;
      delete storage[key];
      emit(key, null);
    },
  });
  vi.stubGlobal('localStorage', storage);
  for (const [name, value] of Object.entries(fakeIndexedDB)) if (name.startsWith('IDB')) vi.stubGlobal(name, value);
  vi.stubGlobal('indexedDB', new fakeIndexedDB.IDBFactory());
  return {
    storage,
    openTab(): EventTarget {
      const tab = new EventTarget();
      queues.set(tab, []);
      return tab;
    },
    /** Delivers the storage events of a tab. */
    deliver(tab: EventTarget): void {
      for (const event of queues.get(tab)?.splice(0) ?? []) tab.dispatchEvent(event);
    },
    /** A closed or killed tab receives no more events. */
    closeTab: (tab: EventTarget) => void queues.delete(tab),
  };
}

/** The Locks API of a browser, shared by its tabs. */
export function stubLocks(): void {
  const tails = new Map<string, Promise<unknown>>();
  const request = (name: string, run: () => Promise<unknown>) => {
    const next = (tails.get(name) ?? Promise.resolve()).then(run);
    tails.set(
      name,
      next.catch(() => undefined),
    );
    return next;
  };
  vi.stubGlobal('navigator', { onLine: true, locks: { request } });
}
