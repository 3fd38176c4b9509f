import * as fc from 'fast-check';
import { beforeEach, expect, it, vi } from 'vitest';
import { stubBrowser } from '#platform/testing/fake-browser.ts';
import { propertyRuns } from '#platform/testing/property-runs.ts';
import { createDraft } from './draft.ts';
import type { Changes } from './draft-options.ts';
import { createDraftStorage } from './draft-storage.ts';
import { createRecordStore } from './record-store.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

type Values = Readonly<Record<string, string>>;
interface Known {
  values: Values;
  version: number;
}
const createError = (status: number, code: string) => Object.assign(new Error(code), { status, code, entries: [] });

/** An account that rejects outdated versions, and a browser whose tabs edit the same document. */
function openBrowser() {
  const browser = stubBrowser();
  const account = { known: { values: {}, version: 1 } as Known, network: 'up' as 'up' | 'down' | 'loses-answers' };
  const save = (changes: Values) => {
    account.known = { values: { ...account.known.values, ...changes }, version: account.known.version + 1 };
  };
  async function openTab() {
    const events = browser.openTab();
    const store = createRecordStore({ getOwner: () => 7, browser: events });
    await store.open();
    const draft = createDraft<Known, string, { values: Values }>({
      known: account.known,
      storage: createDraftStorage<Changes<string>>(store, 'unsent:form'),
      view: ({ values }, changes) => ({ values: { ...values, ...changes } }),
      prune: ({ values }, changes) =>
        Object.fromEntries(Object.entries(changes).filter(([name, value]) => values[name] !== value)),
      async put(changes, { version }) {
        await Promise.resolve();
        if (account.network === 'down') throw createError(0, 'network.failed');
        if (version !== account.known.version) throw createError(409, 'changed');
        save(changes);
        if (account.network === 'loses-answers') throw createError(0, 'network.failed');
        return { known: account.known, at: new Date() };
      },
      async fetch() {
        if (account.network === 'down') throw createError(0, 'network.failed');
        return account.known;
      },
      resolveError: ({ code }) => ({ kind: code === 'changed' ? 'retry' : 'later' }),
      isOlder: (next, known) => next.version < known.version,
      isSame: (first, second) => JSON.stringify(first) === JSON.stringify(second),
      browser: events,
    });
    draft.start();
    return { draft, store, deliver: () => browser.deliver(events), kill: () => browser.closeTab(events) };
  }
  return { account, save, openTab };
}

type Step =
  | { kind: 'type'; tab: number; field: string }
  | { kind: 'flush' | 'move' | 'kill'; tab: number }
  | { kind: 'device' }
  | { kind: 'network'; mode: 'up' | 'down' | 'loses-answers' };

const tab = fc.nat({ max: 1 });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('type'), tab, field: fc.constantFrom('a', 'b') }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('flush', 'move', 'kill'), tab }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('device') }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('network'), mode: fc.constantFrom('up', 'down', 'loses-answers') }),
  },
) as fc.Arbitrary<Step>;

it('createDraft saves the last input of all tabs and no device overwrites another', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { account, save, openTab } = openBrowser();
      const tabs = [await openTab(), await openTab()];
      const expected: Record<string, string> = {};
      for (const [count, next] of steps.entries()) {
        vi.setSystemTime(Date.now() + 5);
        if (next.kind === 'network') account.network = next.mode;
        else if (next.kind === 'device') {
          expected['device'] = `${count}`;
          save({ device: `${count}` });
        } else {
          const current = tabs[next.tab] as (typeof tabs)[number];
          if (next.kind === 'type') {
            expected[next.field] = `${count}`;
            current.draft.set({ [next.field]: `${count}` });
          } else if (next.kind === 'flush') await current.draft.flush();
          else if (next.kind === 'move') await current.store.flush();
          else {
            current.kill();
            tabs[next.tab] = await openTab();
          }
        }
        for (const each of tabs) each.deliver();
        // All tabs show the input, whether or not the server has it.
        for (const { draft } of tabs)
          for (const field of ['a', 'b']) {
            if (account.network !== 'up') continue;
            draft.merge(account.known);
            expect(draft.get().values[field]).toBe(expected[field]);
          }
      }
      account.network = 'up';
      for (const each of tabs) {
        expect(await each.draft.flush()).toBe(true);
        for (const other of tabs) other.deliver();
      }
      expect(account.known.values).toEqual(expected);
      expect((await openTab()).draft.changes()).toEqual({});
    }),
    { numRuns: propertyRuns(1_000) },
  );
});

interface Stored {
  changes: Values;
  /** The version that the changes are based on. */
  version: number;
}

/** A page that asks the person to choose between two versions, and a device that changes the same field. */
function openAskingPage() {
  const account = { known: { values: {}, version: 1 } as Known, network: 'up' as 'up' | 'down' | 'loses-answers' };
  let stored: Stored | null = null;
  const save = (text: string) => {
    account.known = { values: { text }, version: account.known.version + 1 };
  };
  const assertUp = () => {
    if (account.network === 'down') throw createError(0, 'network.failed');
  };
  function openTab() {
    const { values, version } = account.known;
    const isOutdated = stored !== null && stored.version !== version && stored.changes['text'] !== values['text'];
    const base = stored?.version ?? 0;
    const draft = createDraft<Known, string, { values: Values }>({
      known: account.known,
      storage: {
        read: () => stored?.changes ?? {},
        write(changes) {
          const isUndecided = draft.get().conflict?.theirs === draft.known();
          stored = { changes, version: isUndecided ? base : draft.known().version };
          return true;
        },
        delete: () => void (stored = null),
        subscribe: () => () => undefined,
      },
      view: ({ values }, changes) => ({ values: { ...values, ...changes } }),
      prune: ({ values }, changes) =>
        Object.fromEntries(Object.entries(changes).filter(([name, value]) => values[name] !== value)),
      async put({ text = '' }, { version }) {
        await Promise.resolve();
        assertUp();
        if (version !== account.known.version) throw createError(409, 'changed');
        save(text);
        if (account.network === 'loses-answers') throw createError(0, 'network.failed');
        return { known: account.known, at: new Date() };
      },
      async fetch() {
        assertUp();
        return account.known;
      },
      resolveError: ({ code }) => ({ kind: code === 'changed' ? 'ask' : 'later' }),
      isOlder: (next, known) => next.version <= known.version,
      isConflict: ({ values }, next) => values['text'] !== next.values['text'],
      hasConflict: isOutdated,
      browser: new EventTarget(),
    });
    draft.start();
    return draft;
  }
  return { account, save, openTab };
}

const askingStep = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('type', 'flush') },
  { weight: 2, arbitrary: fc.constantFrom('kill', 'merge', 'mine', 'theirs', 'device') },
  { weight: 1, arbitrary: fc.constantFrom('up', 'down', 'loses-answers') },
);

it('createDraft overwrites another device only when the person has chosen', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(askingStep, { maxLength: 30 }), async (steps) => {
      const { account, save, openTab } = openAskingPage();
      let draft = openTab();
      /** Changes of the device that the person has not seen. */
      let unseen: string | null = null;
      let expected: string | undefined;
      const resolve = (isMine: boolean) => {
        const theirs = draft.get().conflict?.theirs;
        if (theirs === undefined) return;
        if (theirs.values['text'] === unseen) unseen = null;
        if (!isMine) expected = theirs.values['text'];
        draft.resolve(isMine && expected !== undefined ? { text: expected } : {});
      };
      for (const [count, next] of steps.entries()) {
        const text = `${next} ${count}`;
        if (next === 'type') draft.set({ text: (expected = text) });
        else if (next === 'flush') await draft.flush();
        else if (next === 'kill') draft = openTab();
        else if (next === 'merge') draft.merge(account.known);
        else if (next === 'mine' || next === 'theirs') resolve(next === 'mine');
        else if (next === 'device') save((unseen = text));
        else account.network = next;
        await vi.advanceTimersByTimeAsync(0);
        const { conflict, values } = draft.get();
        if (Object.keys(draft.changes()).length === 0 && conflict === null) {
          expected = values['text'];
          if (expected === unseen) unseen = null;
        }
        expect(values['text']).toBe(expected);
        const current = account.known.values['text'];
        expect(current).toBe(unseen ?? current);
      }
      account.network = 'up';
      // The device may have saved again since the first conflict.
      for (let tries = 0; tries < 2 && !(await draft.flush()); tries++) resolve(true);
      expect(await draft.flush()).toBe(true);
      draft.merge(account.known);
      expect(draft.get().values).toEqual(account.known.values);
      expect(openTab().changes()).toEqual({});
    }),
    { numRuns: propertyRuns(2_000) },
  );
});
