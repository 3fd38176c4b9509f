import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { DiveLog } from '#features/logbook/shared/contract.ts';
import { createAutosave } from './autosave.ts';
import type { FormStorage, StoredDraft } from './form-storage.ts';
import { createFormStore } from './form-store.ts';
import { emptyValues, type LogValues } from './log-values.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-05-01T10:42:00Z') });
  return () => vi.useRealTimers();
});

type Row = Pick<DiveLog, 'id' | 'version' | 'status' | 'dive_title'>;
/** An error as the API client throws it. */
const createError = (code: string, path?: string) =>
  Object.assign(new Error(code), { code, entries: [{ code, message: code, ...(path !== undefined && { path }) }] });

/** A fake account with one dive that other devices change as well. */
function openAccount() {
  const state = { row: null as Row | null, keys: [] as string[], failure: null as Error | null, losesAnswer: false };
  const answer = (): DiveLog => {
    if (state.losesAnswer) {
      state.losesAnswer = false;
      throw createError('network.failed');
    }
    return { ...state.row } as DiveLog;
  };
  const meet = () => {
    if (state.failure !== null) throw state.failure;
  };
  return {
    state,
    changeElsewhere(title: string, status: DiveLog['status'] = 'Draft') {
      state.row = { id: '7', version: (state.row?.version ?? 0) + 1, status, dive_title: title };
    },
    calls: {
      async create({ dive_title }: LogValues, key: string) {
        meet();
        if (!state.keys.includes(key)) state.row = { id: '7', version: 1, status: 'Draft', dive_title };
        state.keys.push(key);
        return answer();
      },
      async update({ version }: DiveLog, { dive_title }: LogValues) {
        meet();
        if (state.row === null) throw createError('not_found');
        if (state.row.version !== version) throw createError('logbook.stale', 'version');
        state.row = { ...state.row, version: version + 1, dive_title };
        return answer();
      },
      fetch: async () => state.row as DiveLog | null,
    },
  };
}

const titled = (dive_title: string): LogValues => ({ ...emptyValues, dive_title });

function openForm(account: ReturnType<typeof openAccount>, found: StoredDraft | null = null, canStore = true) {
  const log = found === null || found.version > 0 ? (account.state.row as DiveLog | null) : null;
  const base = titled(log?.dive_title ?? '');
  const store = createFormStore('Recreational', base);
  const browser = { stored: null as StoredDraft | null, scope: '', hasLeft: false };
  const storage: FormStorage = {
    found,
    save(stored) {
      if (canStore) browser.stored = structuredClone(stored) as StoredDraft;
      return canStore;
    },
    moveTo: (scope) => void (browser.scope = scope),
    drop: () => void (browser.stored = null),
    leave: () => void (browser.hasLeft = true),
  };
  const network = new EventTarget();
  const autosave = createAutosave({
    store,
    storage,
    calls: account.calls,
    log,
    isOutdated: found !== null && log !== null && log.version !== found.version,
    base,
    read: (row) => titled(row.dive_title),
    onSaved: () => undefined,
    network,
  });
  return {
    store,
    browser,
    autosave,
    network,
    kind: () => store.get().save.kind,
    type: (title: string) => autosave.change({ ...store.get().values, dive_title: title }),
  };
}
const pause = (ms = 2_000) => vi.advanceTimersByTimeAsync(ms);

describe('a draft', () => {
  it('is stored in the browser immediately and in the account after a pause', async () => {
    const account = openAccount();
    const form = openForm(account);
    form.type('Har');
    expect(form.browser.stored).toMatchObject({ values: { dive_title: 'Har' }, version: 0 });
    expect(form.kind()).toBe('kept');
    await pause(1_900);
    form.type('Harbour');
    await pause(1_900);
    expect(account.state.row).toBe(null);
    await pause(200);
    expect(account.state.row).toMatchObject({ dive_title: 'Harbour', version: 1 });
    expect(form.store.get().save).toMatchObject({ kind: 'saved' });
    expect(form.browser).toMatchObject({ scope: '7', stored: null });
    form.type('Harbour Gully');
    await pause();
    expect(account.state.row).toMatchObject({ dive_title: 'Harbour Gully', version: 2 });
  });

  it('is not created when all changes were reverted', async () => {
    const account = openAccount();
    const form = openForm(account);
    form.type('Har');
    form.type('');
    await pause();
    expect([account.state.row, form.browser.stored, form.kind()]).toEqual([null, null, 'untouched']);
  });

  it("is reported as unsaved when the browser can't store it, until the account has it", async () => {
    const form = openForm(openAccount(), null, false);
    form.type('Har');
    expect(form.kind()).toBe('unkept');
    await pause();
    expect(form.kind()).toBe('saved');
  });

  it('is created once when the network returns, however often it is sent', async () => {
    const account = openAccount();
    account.state.failure = createError('network.failed');
    const form = openForm(account);
    form.type('Harbour');
    await pause();
    expect(form.kind()).toBe('offline');
    account.state.failure = null;
    account.state.losesAnswer = true;
    form.network.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect([form.kind(), account.state.row?.version]).toEqual(['offline', 1]);
    form.type('Harbour Gully');
    await pause();
    // The first response covered only the beginning; the rest is sent afterwards.
    await pause();
    expect(account.state.row).toMatchObject({ dive_title: 'Harbour Gully', version: 2 });
    expect(new Set(account.state.keys).size).toBe(1);
    expect(form.kind()).toBe('saved');
  });

  it('sent by a killed tab is continued', async () => {
    const account = openAccount();
    account.state.losesAnswer = true;
    const first = openForm(account);
    first.type('Harbour');
    await pause();
    const next = openForm(account, first.browser.stored);
    await pause();
    expect(account.state.row).toMatchObject({ dive_title: 'Harbour', version: 1 });
    expect(new Set(account.state.keys).size).toBe(1);
    expect(next.kind()).toBe('saved');
  });

  it('that another device changed after a lost response is not overwritten', async () => {
    const account = openAccount();
    account.state.losesAnswer = true;
    const form = openForm(account);
    form.type('Mine');
    await pause();
    account.changeElsewhere('Theirs');
    form.type('Mine, typed on');
    await pause();
    expect(account.state.row).toMatchObject({ dive_title: 'Theirs', version: 2 });
    expect(form.store.get()).toMatchObject({ conflict: { theirs: { version: 2 } }, save: { kind: 'stale' } });
    form.autosave.resolveWithMine();
    await pause();
    expect(account.state.row).toMatchObject({ dive_title: 'Mine, typed on', version: 3 });
    expect(form.browser).toMatchObject({ scope: '7', stored: null });
  });

  it('shows values as typed while the account has the same', async () => {
    const account = openAccount();
    const form = openForm(account);
    form.type('Harbour');
    await pause();
    form.type('Harbour ');
    await pause();
    expect(account.state.row?.version).toBe(1);
    expect([form.store.get().values.dive_title, form.kind()]).toEqual(['Harbour ', 'saved']);
  });

  it('is created on request even without changes', async () => {
    const account = openAccount();
    const form = openForm(account);
    expect(await form.autosave.flush()).toBe(true);
    expect(account.state.row).toMatchObject({ dive_title: '', version: 1 });
  });

  it('stays in the browser while a value is invalid, by our rules or the server’s', async () => {
    const account = openAccount();
    const form = openForm(account);
    form.autosave.change({ ...titled('Harbour'), dive_date: '2027-01-01' });
    await pause();
    expect([form.kind(), account.state.row]).toEqual(['refused', null]);
    expect(form.store.get().problems).toEqual({ dive_date: 'error.logbook.future_date' });
    account.state.failure = createError('logbook.out_of_range', 'general.equipment.0.weight');
    form.autosave.change(titled('Harbour'));
    await pause();
    expect(form.kind()).toBe('refused');
    expect(form.store.get().problems).toMatchObject({ weight: 'error.logbook.out_of_range' });
  });

  it('is sent on leaving and removed from the browser once stored', async () => {
    const account = openAccount();
    const form = openForm(account);
    form.type('Harbour');
    form.autosave.end();
    await vi.advanceTimersByTimeAsync(0);
    expect(account.state.row).toMatchObject({ dive_title: 'Harbour' });
    expect(form.browser).toMatchObject({ stored: null, hasLeft: true });
    account.state.failure = createError('network.failed');
    const next = openForm(account);
    next.type('Harbour Gully');
    next.autosave.end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(next.browser).toMatchObject({ stored: { values: { dive_title: 'Harbour Gully' } }, hasLeft: true });
  });
});

describe('a draft changed elsewhere', () => {
  async function openBoth() {
    const account = openAccount();
    account.changeElsewhere('At first');
    const form = openForm(account);
    form.type('Mine');
    account.changeElsewhere('Theirs');
    await pause();
    return { account, form };
  }

  it('is not overwritten: both versions remain until the user chooses', async () => {
    const { account, form } = await openBoth();
    expect(account.state.row).toMatchObject({ dive_title: 'Theirs', version: 2 });
    expect(form.store.get()).toMatchObject({
      values: { dive_title: 'Mine' },
      conflict: { theirs: { dive_title: 'Theirs' } },
      save: { kind: 'stale' },
    });
    form.type('Mine, typed on');
    await pause(10_000);
    expect(account.state.row).toMatchObject({ dive_title: 'Theirs' });
    expect(form.browser.stored).toMatchObject({ values: { dive_title: 'Mine, typed on' } });
  });

  it('still has both versions when the form is opened again before the user chose', async () => {
    const { account, form } = await openBoth();
    const next = openForm(account, form.browser.stored);
    expect([next.kind(), next.browser.stored?.version]).toEqual(['stale', 1]);
    const last = openForm(account, next.browser.stored);
    await pause();
    expect(last.store.get()).toMatchObject({ values: { dive_title: 'Mine' }, conflict: { theirs: { version: 2 } } });
    expect(account.state.row).toMatchObject({ dive_title: 'Theirs', version: 2 });
  });

  it('can be resolved with the local version', async () => {
    const { account, form } = await openBoth();
    form.autosave.resolveWithMine();
    await pause();
    expect(account.state.row).toMatchObject({ dive_title: 'Mine', version: 3 });
    expect(form.store.get()).toMatchObject({ conflict: null, save: { kind: 'saved' } });
  });

  it('can be resolved with the other version', async () => {
    const { account, form } = await openBoth();
    form.autosave.resolveWithTheirs();
    await pause();
    expect(account.state.row).toMatchObject({ dive_title: 'Theirs', version: 2 });
    expect(form.store.get()).toMatchObject({ values: { dive_title: 'Theirs' }, conflict: null });
  });

  it('can be resolved as a new draft when it was deleted', async () => {
    const account = openAccount();
    account.changeElsewhere('At first');
    const form = openForm(account);
    form.type('Mine');
    account.state.row = null;
    await pause();
    expect(form.store.get().conflict).toEqual({ theirs: null });
    form.autosave.resolveWithMine();
    await pause();
    expect(account.state.row).toMatchObject({ dive_title: 'Mine', version: 1 });
  });

  it('shows the current version when nothing was typed here', () => {
    const account = openAccount();
    account.changeElsewhere('At first');
    const form = openForm(account);
    account.changeElsewhere('Theirs');
    form.autosave.mergeUpdate(account.state.row as DiveLog);
    expect(form.store.get()).toMatchObject({ values: { dive_title: 'Theirs' }, conflict: null, log: { version: 2 } });
  });
});

it('sends a logged dive only on request, and only when complete', async () => {
  const account = openAccount();
  account.changeElsewhere('Logged', 'Logged');
  const form = openForm(account);
  form.type('Mended');
  await pause(10_000);
  expect([account.state.row?.dive_title, form.kind()]).toEqual(['Logged', 'local']);
  expect(await form.autosave.flush()).toBe(false);
  expect(form.store.get().problems).toMatchObject({ dive_date: 'error.logbook.missing_date' });
  expect(account.state.row?.dive_title).toBe('Logged');
});
