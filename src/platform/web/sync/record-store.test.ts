import * as fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { stubBrowser } from '#platform/testing/fake-browser.ts';
import { deleteAllDrafts, deleteOtherUsersOutbox, outboxPrefix } from './draft-cleanup.ts';
import { createRecordStore } from './record-store.ts';

let browser: ReturnType<typeof stubBrowser>;

beforeEach(() => {
  // Records move to IndexedDB only when a test flushes them.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  browser = stubBrowser();
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

async function openTab(owner = 7) {
  vi.setSystemTime(Date.now() + 5);
  const tab = browser.openTab();
  const store = createRecordStore({ getOwner: () => owner, browser: tab });
  await store.open();
  return {
    ...store,
    deliver: () => browser.deliver(tab),
    close: () => browser.closeTab(tab),
    dispatchEvent: (event: Event) => tab.dispatchEvent(event),
    contents: (prefix = '') => store.list(prefix).map(({ content }) => content),
  };
}

const journal = () => Object.keys(browser.storage).filter((key) => key.startsWith('draft:'));

describe('createRecordStore', () => {
  it('reads a record of a killed tab from the journal', async () => {
    (await openTab()).write('profile', { city: 'Os' });
    expect((await openTab()).read('profile')?.content).toEqual({ city: 'Os' });
  });

  it('moves records to IndexedDB after a pause and reads them in the next tab', async () => {
    const tab = await openTab();
    tab.write('profile', 'O');
    tab.write('profile', 'Oslo');
    await tab.flush();
    expect(journal()).toEqual([]);
    expect(tab.read('profile')?.content).toBe('Oslo');
    expect((await openTab()).read('profile')?.content).toBe('Oslo');
  });

  it('keeps records in local storage without IndexedDB', async () => {
    vi.stubGlobal('indexedDB', {
      open() {
        throw new Error('unavailable');
      },
    });
    const tab = await openTab();
    tab.write('profile', 'Oslo');
    await tab.flush();
    expect(journal()).toHaveLength(1);
    expect((await openTab()).read('profile')?.content).toBe('Oslo');
  });

  it('reads records again after a return from the back/forward cache', async () => {
    const tab = await openTab();
    const other = await openTab();
    other.write('profile', 'Oslo');
    await other.flush();
    const reloaded = new Promise<void>((resolve) => tab.subscribe(resolve));
    tab.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await reloaded;
    expect(tab.read('profile')?.content).toBe('Oslo');
  });

  it('returns false when the storage is full', async () => {
    const tab = await openTab();
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem() {
        throw new Error('full');
      },
    });
    expect(tab.write('profile', 'Oslo')).toBe(false);
  });

  it.each(['journal', 'IndexedDB'])('deletes a record when the storage is full: %s', async (place) => {
    const tab = await openTab();
    tab.write('profile', 'Oslo');
    if (place === 'IndexedDB') await tab.flush();
    localStorage.setItem = () => {
      throw new Error('full');
    };
    tab.delete('profile');
    expect(tab.read('profile')).toBe(null);
    await tab.flush();
    expect((await openTab()).read('profile')).toBe(null);
  });

  it('deletes only the version that this tab knows', async () => {
    const [first, second] = [await openTab(), await openTab()];
    first.write('profile', 'Oslo');
    second.read('profile');
    first.write('profile', 'Voss');
    second.delete('profile');
    expect(first.read('profile')?.content).toBe('Voss');
    first.delete('profile');
    expect(second.read('profile')).toBe(null);
  });

  it('lists records by prefix and owner, oldest first', async () => {
    const [tab, other] = [await openTab(7), await openTab(8)];
    tab.write('log:b', 1);
    tab.write('log:a', 2);
    other.write('log:c', 3);
    tab.write('trip', 4);
    await tab.flush();
    tab.write('log:c', 5);
    expect((await openTab(7)).contents('log:')).toEqual([1, 2, 5]);
  });

  it('deletes everything at sign-out, including pending writes of other tabs', async () => {
    const [tab, other] = [await openTab(7), await openTab(8)];
    tab.write('profile', 'Oslo');
    await tab.flush();
    other.write('profile', 'Voss');
    deleteAllDrafts();
    expect([tab.read('profile'), other.read('profile')]).toEqual([null, null]);
    await other.flush();
    await tab.flush();
    expect(Object.keys(browser.storage)).toEqual([]);
    // A new generation must not revive records of the former one.
    tab.write('trip', 'Harbour');
    expect((await openTab(7)).contents()).toEqual(['Harbour']);
    expect((await openTab(8)).contents()).toEqual([]);
  });

  it('hides records in IndexedDB even if sign-out could not delete them', async () => {
    const tab = await openTab();
    tab.write('profile', 'Oslo');
    await tab.flush();
    localStorage.removeItem('drafts');
    const next = await openTab();
    expect(next.contents()).toEqual([]);
    next.write('trip', 'Harbour');
    await next.flush();
    expect((await openTab()).contents()).toEqual(['Harbour']);
  });

  it.each(['journal', 'IndexedDB'])(
    'deletes the outbox but no drafts of another user at sign-in: %s',
    async (place) => {
      const tab = await openTab(7);
      tab.write(`${outboxPrefix}line`, 'Mask');
      tab.write('profile', 'Oslo');
      if (place === 'IndexedDB') await tab.flush();
      deleteOtherUsersOutbox(7);
      expect(tab.contents()).toEqual(['Mask', 'Oslo']);
      // Affiliate 77 must not match the prefix of affiliate 7.
      deleteOtherUsersOutbox(77);
      expect((await openTab(7)).contents()).toEqual(['Oslo']);
      (await openTab(7)).write(`${outboxPrefix}other`, 'Torch');
      expect((await openTab(7)).contents()).toEqual(['Oslo', 'Torch']);
    },
  );
});

type Step =
  | { kind: 'write' | 'delete'; tab: number; name: string }
  | { kind: 'flush' | 'deliver' | 'kill' | 'kill-after-commit'; tab: number };

const tabIndex = fc.nat({ max: 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('write', 'write', 'delete'), tab: tabIndex, name: fc.constantFrom('a', 'b') }),
  fc.record({ kind: fc.constantFrom('flush', 'deliver', 'kill', 'kill-after-commit'), tab: tabIndex }),
) as fc.Arbitrary<Step>;

it('shows the last version of each record in all tabs after crashes and late events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      browser = stubBrowser();
      const tabs = [await openTab(), await openTab()];
      const expected = new Map<string, number>();
      for (const [count, { kind, tab: index, ...rest }] of steps.entries()) {
        vi.setSystemTime(Date.now() + 5);
        const tab = tabs[index] as (typeof tabs)[number];
        const name = 'name' in rest ? rest.name : '';
        if (kind === 'write') {
          tab.write(name, count);
          expected.set(name, count);
        } else if (kind === 'delete') {
          tab.read(name);
          tab.delete(name);
          expected.delete(name);
        } else if (kind === 'flush') await tab.flush();
        else if (kind === 'deliver') tab.deliver();
        else {
          const before = { ...browser.storage };
          // A tab that dies between the commit and the removal leaves the journal behind.
          if (kind === 'kill-after-commit') {
            await tab.flush();
            for (const [key, value] of Object.entries(before)) browser.storage[key] ??= value;
          }
          tab.close();
          tabs[index] = await openTab();
        }
        for (const each of tabs) {
          // Events are late only while the journal still has the record.
          if (kind === 'flush' || kind === 'kill-after-commit') each.deliver();
          for (const record of ['a', 'b']) expect(each.read(record)?.content).toBe(expected.get(record));
        }
      }
      await Promise.all(tabs.map((tab) => tab.flush()));
      expect(journal()).toEqual([]);
      const next = await openTab();
      for (const name of ['a', 'b']) expect(next.read(name)?.content).toBe(expected.get(name));
    }),
    { numRuns: 150 },
  );
});
