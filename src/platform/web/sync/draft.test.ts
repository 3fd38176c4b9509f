import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createDraft } from './draft.ts';
import type { Changes, DraftOptions } from './draft-options.ts';

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

interface Known {
  values: Values;
  version: number;
}
type Options = Partial<DraftOptions<Known, string, { values: Values }>>;

/** Opens a page whose server rejects an outdated version and the town Nowhere. */
function openPage(stored: Changes<string> = {}, options: Options = {}) {
  const account: Known = { values: { name: 'Nora' }, version: 1 };
  const calls: Changes<string>[] = [];
  const network = { isDown: false };
  const draft = createDraft<Known, string, { values: Values }>({
    known: { ...account },
    storage: {
      read: () => stored,
      write(changes) {
        stored = changes;
        return true;
      },
      delete: () => void (stored = {}),
      subscribe: () => () => undefined,
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
    resolveError({ status, code, entries }) {
      if (code === 'changed') return { kind: 'retry' };
      if (status !== 422) return { kind: 'later' };
      return { kind: 'hold', problems: Object.fromEntries(entries.map(({ path = '' }) => [path, code])) };
    },
    isOlder: (next, known) => next.version < known.version,
    isSame: (first, second) => JSON.stringify(first) === JSON.stringify(second),
    browser: new EventTarget(),
    ...options,
  });
  draft.start();
  return { account, draft, calls, network, stored: () => stored };
}

describe('createDraft', () => {
  it('sends a change again after a conflict and preserves the change of the other device', async () => {
    const { account, draft, calls } = openPage();
    account.values = { name: 'Nora', city: 'Leith' };
    account.version = 2;
    draft.set({ name: 'Nora Fjord' });
    await waitForSave();
    expect(calls).toHaveLength(2);
    expect(account.values).toEqual({ name: 'Nora Fjord', city: 'Leith' });
    expect(draft.get()).toMatchObject({ values: account.values, save: { kind: 'saved' } });
    expect(draft.takeUpdates()).toBe(true);
  });

  it('stores an incomplete change in the browser and sends the others', async () => {
    const { account, draft, stored } = openPage();
    draft.set({ town: 'Le', name: 'Nora Fjord' });
    await waitForSave();
    expect(account.values).toEqual({ name: 'Nora Fjord' });
    expect(stored()).toEqual({ town: 'Le' });
    expect(draft.get().save.kind).toBe('local');
    expect(await draft.flush()).toBe(false);
    draft.set({ town: 'Leith' });
    await waitForSave();
    expect(account.values).toEqual({ name: 'Nora Fjord', town: 'Leith' });
    expect(await draft.flush()).toBe(true);
  });

  it('does not resend a change that the account already has after its response was lost', async () => {
    const { account, draft, calls, network, stored } = openPage();
    network.isDown = true;
    draft.set({ name: 'Nora Fjord' });
    await vi.advanceTimersByTimeAsync(750);
    expect(draft.get().save.kind).toBe('offline');
    network.isDown = false;
    draft.merge({ ...account });
    expect(draft.get().save.kind).not.toBe('offline');
    expect(stored()).toEqual({});
    account.values = { name: 'Nora Berg' };
    account.version += 1;
    draft.merge({ ...account });
    draft.set({ city: 'Leith' });
    await waitForSave();
    expect(account.values).toEqual({ name: 'Nora Berg', city: 'Leith' });
    expect(calls.slice(1)).toEqual([{ city: 'Leith' }]);
  });

  it('drops a stored change that the account already has when the page opens', async () => {
    const { account, draft, stored } = openPage({ name: 'Nora' });
    expect(stored()).toEqual({});
    account.values = { name: 'Nora Berg' };
    account.version += 1;
    draft.merge({ ...account });
    draft.set({ city: 'Leith' });
    await waitForSave();
    expect(account.values).toEqual({ name: 'Nora Berg', city: 'Leith' });
  });

  it('holds an invalid change with its problem until it is edited', async () => {
    const { account, draft, calls } = openPage();
    draft.set({ town: 'Nowhere' });
    await waitForSave();
    expect(draft.get()).toMatchObject({
      problems: { 'town.name': 'unknown_town' },
      save: { kind: 'local' },
      values: { town: 'Nowhere' },
    });
    await waitForSave();
    expect(calls).toHaveLength(1);
    draft.set({ town: 'Leith' });
    expect(draft.get().problems).toEqual({});
    await waitForSave();
    expect(account.values).toEqual({ name: 'Nora', town: 'Leith' });
  });
});

describe('a draft that is saved on request', () => {
  it('stays in the browser until then and does not retry', async () => {
    const { account, draft, calls, network } = openPage({}, { isAutomatic: () => false });
    draft.set({ name: 'Nora Fjord' });
    await waitForSave();
    expect([calls.length, draft.get().save.kind]).toEqual([0, 'local']);
    network.isDown = true;
    expect(await draft.flush()).toBe(false);
    await vi.advanceTimersByTimeAsync(600_000);
    expect([calls.length, draft.get().save.kind]).toEqual([1, 'offline']);
    network.isDown = false;
    draft.merge({ ...account });
    draft.set({ name: 'Nora Berg' });
    expect(await draft.flush()).toBe(true);
    expect(account.values).toEqual({ name: 'Nora Berg' });
  });

  it('is created by a request without changes', async () => {
    const { draft, calls } = openPage({}, { isNew: ({ version }) => version === 1 });
    await waitForSave();
    expect(calls).toEqual([]);
    expect(await draft.flush()).toBe(true);
    expect(calls).toEqual([{}]);
  });

  it('rebases a change that was made during the request', async () => {
    const { draft } = openPage({}, { rebase: (_, value, { version }) => `${value} on ${version}` });
    draft.set({ name: 'Nora F' });
    const saving = draft.flush();
    draft.set({ name: 'Nora Fjord' });
    await saving;
    expect(draft.changes()).toEqual({ name: 'Nora Fjord on 2' });
  });
});

describe('a held draft', () => {
  it('holds changes until the next change or request when the check fails', async () => {
    const { account, draft, calls } = openPage({}, { check: ({ values }) => values['town'] !== '?' });
    draft.set({ town: '???' });
    draft.set({ town: '?', name: 'Nora Fjord' });
    expect(await draft.flush()).toBe(false);
    await vi.advanceTimersByTimeAsync(600_000);
    expect([calls, draft.get()]).toMatchObject([[], { isHeld: true, save: { kind: 'local' } }]);
    draft.set({ town: 'Leith' });
    expect(draft.get()).toMatchObject({ isHeld: false, save: { kind: 'kept' } });
    await waitForSave();
    expect(account.values).toEqual({ name: 'Nora Fjord', town: 'Leith' });
  });

  it('holds changes until the next change or request when the server rejects them', async () => {
    const { draft, calls } = openPage({}, { resolveError: () => ({ kind: 'holdAll' }) });
    draft.set({ town: 'Nowhere', name: 'Nora Fjord' });
    await vi.advanceTimersByTimeAsync(600_000);
    expect([calls.length, draft.get()]).toMatchObject([1, { isHeld: true, save: { kind: 'local' } }]);
    expect(await draft.flush()).toBe(false);
    expect(calls).toHaveLength(2);
  });
});

describe('a draft that asks', () => {
  const asking: Options = {
    resolveError: () => ({ kind: 'ask' }),
    isConflict: ({ values }, next) => JSON.stringify(values) !== JSON.stringify(next.values),
  };
  async function openConflict() {
    const page = openPage({}, asking);
    page.draft.set({ name: 'Nora Fjord' });
    Object.assign(page.account, { values: { name: 'Nora Berg' }, version: 2 });
    await waitForSave();
    return page;
  }

  it('sends nothing until the person has chosen', async () => {
    const { account, draft, calls, stored } = await openConflict();
    draft.set({ name: 'Nora Fjord, typed on' });
    draft.merge({ values: { name: 'Nora Strand' }, version: 3 });
    expect(await draft.flush()).toBe(false);
    await vi.advanceTimersByTimeAsync(600_000);
    expect([calls.length, account.values]).toEqual([1, { name: 'Nora Berg' }]);
    expect(draft.get()).toMatchObject({
      values: { name: 'Nora Fjord, typed on' },
      conflict: { theirs: { values: { name: 'Nora Berg' } } },
      save: { kind: 'local' },
    });
    expect(stored()).toEqual({ name: 'Nora Fjord, typed on' });
  });

  it('continues with either version', async () => {
    const mine = await openConflict();
    mine.draft.resolve({ name: 'Nora Fjord' });
    await waitForSave();
    expect(mine.account).toEqual({ values: { name: 'Nora Fjord' }, version: 3 });
    const theirs = await openConflict();
    theirs.draft.resolve({});
    await waitForSave();
    expect(theirs.account).toEqual({ values: { name: 'Nora Berg' }, version: 2 });
    expect(theirs.draft.get()).toMatchObject({
      values: { name: 'Nora Berg' },
      conflict: null,
      save: { kind: 'saved' },
    });
    expect(theirs.stored()).toEqual({});
  });

  it('shows a newer version without asking when nothing was changed here', () => {
    const { draft } = openPage({}, asking);
    draft.merge({ values: { name: 'Nora Berg' }, version: 2 });
    expect(draft.get()).toMatchObject({ values: { name: 'Nora Berg' }, conflict: null });
    draft.set({ name: 'Nora Fjord' });
    draft.merge({ values: { name: 'Nora Strand' }, version: 3 });
    expect(draft.get()).toMatchObject({ values: { name: 'Nora Fjord' }, conflict: { theirs: { version: 3 } } });
  });

  it('starts with the conflict when the stored changes are based on another version', async () => {
    const { draft, calls } = openPage({ name: 'Nora Fjord' }, { ...asking, hasConflict: true });
    await waitForSave();
    expect(draft.get()).toMatchObject({ values: { name: 'Nora Fjord' }, conflict: { theirs: { version: 1 } } });
    expect(calls).toEqual([]);
  });
});
