import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createAutosave, type Changes } from './autosave.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

type Values = Readonly<Record<string, string>>;
const quiet = () => vi.advanceTimersByTimeAsync(1_000);
/** As the client tells of a call that was refused. */
const refusal = (status: number, code: string, path = '') =>
  Object.assign(new Error(code), { status, code, entries: [{ code, message: code, path }] });

/** As an area leaves out what the account has already. */
const openOnes = ({ values }: { values: Values }, changes: Changes<string>) =>
  Object.fromEntries(Object.entries(changes).filter(([name, value]) => values[name] !== value));

/** A page that takes a change only with the version that was read, and no town called Nowhere. */
function openPage(kept: Changes<string> = {}) {
  const account = { values: { name: 'Nora' } as Values, version: 1 };
  const calls: Changes<string>[] = [];
  const network = { isDead: false };
  const autosave = createAutosave<typeof account, string, { values: Values }>({
    known: { ...account },
    box: {
      read: () => kept,
      keep(changes) {
        kept = changes;
        return true;
      },
    },
    view: (known, changes) => ({ values: { ...known.values, ...changes } }),
    prune: openOnes,
    isReady: (name, value) => name !== 'town' || value.length > 2,
    async put(changes, known) {
      calls.push(changes);
      if (known.version !== account.version) throw refusal(409, 'changed');
      if (changes['town'] === 'Nowhere') throw refusal(422, 'unknown_town', 'town.name');
      account.values = { ...account.values, ...changes };
      account.version += 1;
      if (network.isDead) throw refusal(0, 'network.failed');
      return { known: { ...account }, at: new Date() };
    },
    fetch: async () => ({ ...account }),
    judge({ status, code, entries }) {
      if (code === 'changed') return { kind: 'again' };
      if (status !== 422) return { kind: 'later' };
      return { kind: 'hold', problems: Object.fromEntries(entries.map(({ path = '' }) => [path, code])) };
    },
    isOlder: (next, known) => next.version < known.version,
    isSame: (some, others) => JSON.stringify(some) === JSON.stringify(others),
    browser: new EventTarget(),
  });
  autosave.start();
  return { account, autosave, calls, network, kept: () => kept };
}

describe('what is typed', () => {
  it('is sent again over what another device has saved meanwhile, and both stay', async () => {
    const { account, autosave, calls } = openPage();
    account.values = { name: 'Nora', city: 'Leith' };
    account.version = 2;
    autosave.set({ name: 'Nora Fjord' });
    await quiet();
    expect(calls).toHaveLength(2);
    expect(account.values).toEqual({ name: 'Nora Fjord', city: 'Leith' });
    expect(autosave.get()).toMatchObject({ values: account.values, save: { kind: 'saved' } });
    expect(autosave.takeNews()).toBe(true);
  });

  it('stays in the browser until it is complete, and the rest goes', async () => {
    const { account, autosave, kept } = openPage();
    autosave.set({ town: 'Le', name: 'Nora Fjord' });
    await quiet();
    expect(account.values).toEqual({ name: 'Nora Fjord' });
    expect(kept()).toEqual({ town: 'Le' });
    expect(autosave.get().save.kind).toBe('local');
    expect(await autosave.flush()).toBe(false);
    autosave.set({ town: 'Leith' });
    await quiet();
    expect(account.values).toEqual({ name: 'Nora Fjord', town: 'Leith' });
    expect(await autosave.flush()).toBe(true);
  });

  it('is saved once the account shows it, though its answer was lost, and is not sent again later', async () => {
    const { account, autosave, calls, network, kept } = openPage();
    network.isDead = true;
    autosave.set({ name: 'Nora Fjord' });
    await vi.advanceTimersByTimeAsync(750);
    expect(autosave.get().save.kind).toBe('offline');
    network.isDead = false;
    autosave.meet({ ...account });
    expect(autosave.get().save.kind).not.toBe('offline');
    expect(kept()).toEqual({});
    account.values = { name: 'Nora Berg' };
    account.version += 1;
    autosave.meet({ ...account });
    autosave.set({ city: 'Leith' });
    await quiet();
    expect(account.values).toEqual({ name: 'Nora Berg', city: 'Leith' });
    expect(calls.slice(1)).toEqual([{ city: 'Leith' }]);
  });

  it('and is in the account when the page opens, is not kept to be sent over what comes later', async () => {
    const { account, autosave, kept } = openPage({ name: 'Nora' });
    expect(kept()).toEqual({});
    account.values = { name: 'Nora Berg' };
    account.version += 1;
    autosave.meet({ ...account });
    autosave.set({ city: 'Leith' });
    await quiet();
    expect(account.values).toEqual({ name: 'Nora Berg', city: 'Leith' });
  });

  it('is held where it was refused, with what is wrong, until it is typed again', async () => {
    const { account, autosave, calls } = openPage();
    autosave.set({ town: 'Nowhere' });
    await quiet();
    expect(autosave.get()).toMatchObject({
      problems: { 'town.name': 'unknown_town' },
      save: { kind: 'local' },
      values: { town: 'Nowhere' },
    });
    await quiet();
    expect(calls).toHaveLength(1);
    autosave.set({ town: 'Leith' });
    expect(autosave.get().problems).toEqual({});
    await quiet();
    expect(account.values).toEqual({ name: 'Nora', town: 'Leith' });
  });
});
