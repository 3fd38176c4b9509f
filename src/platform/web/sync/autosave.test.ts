import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createAutosave, type Changes } from './autosave.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

type Values = Readonly<Record<string, string>>;
const waitForSave = () => vi.advanceTimersByTimeAsync(1_000);
/** An error with the shape of `ApiError`. */
const createError = (status: number, code: string, path = '') =>
  Object.assign(new Error(code), { status, code, entries: [{ code, message: code, path }] });

/** Leaves out changes that the account already has, as the features do. */
const pruneSaved = ({ values }: { values: Values }, changes: Changes<string>) =>
  Object.fromEntries(Object.entries(changes).filter(([name, value]) => values[name] !== value));

/** Opens a page whose server rejects an outdated version and the town Nowhere. */
function openPage(stored: Changes<string> = {}) {
  const account = { values: { name: 'Nora' } as Values, version: 1 };
  const calls: Changes<string>[] = [];
  const network = { isDown: false };
  const autosave = createAutosave<typeof account, string, { values: Values }>({
    known: { ...account },
    box: {
      read: () => stored,
      keep(changes) {
        stored = changes;
        return true;
      },
    },
    view: (known, changes) => ({ values: { ...known.values, ...changes } }),
    prune: pruneSaved,
    isReady: (name, value) => name !== 'town' || value.length > 2,
    async put(changes, known) {
      calls.push(changes);
      if (known.version !== account.version) throw createError(409, 'changed');
      if (changes['town'] === 'Nowhere') throw createError(422, 'unknown_town', 'town.name');
      account.values = { ...account.values, ...changes };
      account.version += 1;
      if (network.isDown) throw createError(0, 'network.failed');
      return { known: { ...account }, at: new Date() };
    },
    fetch: async () => ({ ...account }),
    judge({ status, code, entries }) {
      if (code === 'changed') return { kind: 'again' };
      if (status !== 422) return { kind: 'later' };
      return { kind: 'hold', problems: Object.fromEntries(entries.map(({ path = '' }) => [path, code])) };
    },
    isOlder: (next, known) => next.version < known.version,
    isSame: (first, second) => JSON.stringify(first) === JSON.stringify(second),
    browser: new EventTarget(),
  });
  autosave.start();
  return { account, autosave, calls, network, stored: () => stored };
}

describe('createAutosave', () => {
  it('sends a change again after a conflict and preserves the change of the other device', async () => {
    const { account, autosave, calls } = openPage();
    account.values = { name: 'Nora', city: 'Leith' };
    account.version = 2;
    autosave.set({ name: 'Nora Fjord' });
    await waitForSave();
    expect(calls).toHaveLength(2);
    expect(account.values).toEqual({ name: 'Nora Fjord', city: 'Leith' });
    expect(autosave.get()).toMatchObject({ values: account.values, save: { kind: 'saved' } });
    expect(autosave.takeNews()).toBe(true);
  });

  it('stores an incomplete change in the browser and sends the others', async () => {
    const { account, autosave, stored } = openPage();
    autosave.set({ town: 'Le', name: 'Nora Fjord' });
    await waitForSave();
    expect(account.values).toEqual({ name: 'Nora Fjord' });
    expect(stored()).toEqual({ town: 'Le' });
    expect(autosave.get().save.kind).toBe('local');
    expect(await autosave.flush()).toBe(false);
    autosave.set({ town: 'Leith' });
    await waitForSave();
    expect(account.values).toEqual({ name: 'Nora Fjord', town: 'Leith' });
    expect(await autosave.flush()).toBe(true);
  });

  it('does not resend a change that the account already has after its response was lost', async () => {
    const { account, autosave, calls, network, stored } = openPage();
    network.isDown = true;
    autosave.set({ name: 'Nora Fjord' });
    await vi.advanceTimersByTimeAsync(750);
    expect(autosave.get().save.kind).toBe('offline');
    network.isDown = false;
    autosave.meet({ ...account });
    expect(autosave.get().save.kind).not.toBe('offline');
    expect(stored()).toEqual({});
    account.values = { name: 'Nora Berg' };
    account.version += 1;
    autosave.meet({ ...account });
    autosave.set({ city: 'Leith' });
    await waitForSave();
    expect(account.values).toEqual({ name: 'Nora Berg', city: 'Leith' });
    expect(calls.slice(1)).toEqual([{ city: 'Leith' }]);
  });

  it('drops a stored change that the account already has when the page opens', async () => {
    const { account, autosave, stored } = openPage({ name: 'Nora' });
    expect(stored()).toEqual({});
    account.values = { name: 'Nora Berg' };
    account.version += 1;
    autosave.meet({ ...account });
    autosave.set({ city: 'Leith' });
    await waitForSave();
    expect(account.values).toEqual({ name: 'Nora Berg', city: 'Leith' });
  });

  it('holds an invalid change with its problem until it is edited', async () => {
    const { account, autosave, calls } = openPage();
    autosave.set({ town: 'Nowhere' });
    await waitForSave();
    expect(autosave.get()).toMatchObject({
      problems: { 'town.name': 'unknown_town' },
      save: { kind: 'local' },
      values: { town: 'Nowhere' },
    });
    await waitForSave();
    expect(calls).toHaveLength(1);
    autosave.set({ town: 'Leith' });
    expect(autosave.get().problems).toEqual({});
    await waitForSave();
    expect(account.values).toEqual({ name: 'Nora', town: 'Leith' });
  });
});
