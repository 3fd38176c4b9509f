import type { ApiError } from '#platform/web/client/client.ts';
import { backoffMs } from '#platform/web/client/backoff.ts';
import type { DiveLog } from '#features/logbook/shared/contract.ts';
import type { DraftStorage } from './draft-storage.ts';
import type { FormStore, SaveState } from './form-store.ts';
import { parseFieldPath, findAllProblems, findInvalidValues, type Problems } from './log-validation.ts';
import { listDifferingFields, type LogValues } from './log-values.ts';

const debounceMs = 2_000;

/** An error of the server or the network. */
type SaveError = Pick<ApiError, 'code' | 'entries'>;
const isSaveError = (error: unknown): error is SaveError => error instanceof Error && 'entries' in error;

export interface SaveCalls {
  create(values: LogValues, key: string): Promise<DiveLog>;
  update(log: DiveLog, values: LogValues): Promise<DiveLog>;
  /** The stored version; null if it was deleted. */
  fetch(id: string): Promise<DiveLog | null>;
}

interface AutosaveOptions {
  store: FormStore;
  storage: DraftStorage;
  calls: SaveCalls;
  /** The initial values: a stored dive, or the preset of a new one. */
  base: LogValues;
  /** Converts a stored dive to form values in the page's notation. */
  read: (log: DiveLog) => LogValues;
  onSaved: (log: DiveLog) => void;
  /** Emits `online` when the network returns. */
  network: EventTarget;
}

/**
 * Stores every change in the browser immediately and, after a pause, a draft in the account. Logs that are no longer
 * drafts are saved only on request. Concurrent changes of others are never overwritten.
 */
export function createAutosave({ store, storage, calls, base, read, onSaved, network }: AutosaveOptions) {
  const { found } = storage;
  const now = () => new Date();
  let key = found?.key ?? crypto.randomUUID();
  let wasSent = found?.wasSent ?? false;
  /** The last values known to be in the account. */
  let saved = base;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retries = 0;
  let running: Promise<void> | null = null;
  let hasEnded = false;

  const isDirty = () => listDifferingFields(store.get().values, saved).length > 0;
  const isDraft = () => (store.get().log?.status ?? 'Draft') === 'Draft';

  function storeLocally(): boolean {
    const { values, log } = store.get();
    return storage.save({ values, key, version: log?.version ?? 0, wasSent, isSaved: !isDirty() });
  }

  function wait(ms: number): void {
    clearTimeout(timer);
    if (!hasEnded) timer = setTimeout(() => void save(), ms);
  }

  /** Must be called after every change of the values. */
  function touch(): void {
    const { conflict, log } = store.get();
    if (log === null && !isDirty()) {
      // All changes were reverted, so there is nothing to store.
      clearTimeout(timer);
      storage.drop();
      return store.set({ save: { kind: 'untouched' } });
    }
    const isStored = storeLocally();
    const kind = !isStored ? 'unkept' : conflict !== null ? 'stale' : isDraft() ? 'kept' : 'local';
    store.set({ save: { kind } });
    if (isDraft() && conflict === null) wait(debounceMs);
  }

  async function save(isRequested = false): Promise<void> {
    clearTimeout(timer);
    if (running !== null) {
      // Waits for the running save; afterwards there may be nothing left to do.
      await running;
      return save(isRequested);
    }
    const { conflict, values, log } = store.get();
    if (conflict !== null || (!isRequested && (!isDraft() || hasEnded))) return;
    if (!isDirty() && (log !== null || !isRequested)) return settle({ kind: 'saved', at: now() });
    const isChecked = isRequested && !isDraft();
    const wrong = (isChecked ? findAllProblems : findInvalidValues)(values, store.type, now(), base);
    if (Object.keys(wrong).length > 0) return showProblems(wrong);
    running = send(values, log).finally(() => {
      running = null;
    });
    await running;
  }

  async function send(values: LogValues, log: DiveLog | null): Promise<void> {
    store.set({ save: { kind: 'saving' } });
    try {
      if (log !== null) return applySaved(await calls.update(log, values), values);
      const isRepeated = wasSent;
      wasSent = true;
      storeLocally();
      const created = await calls.create(values, key);
      const first = read(created);
      const isOther = isRepeated && listDifferingFields(first, values).length > 0;
      // An earlier attempt without a response created it; newer input is saved afterwards.
      applySaved(created, isOther ? first : values);
      if (isOther && created.version > 1) setConflict(created);
    } catch (error) {
      if (!isSaveError(error)) throw error;
      await fail(error, log);
    }
  }

  /** The account has these values now; the form may already contain newer ones. */
  function applySaved(log: DiveLog, values: LogValues): void {
    saved = values;
    retries = 0;
    store.set({ log });
    storage.moveTo(log.id);
    const isNewer = isDirty();
    settle(isNewer ? { kind: isDraft() ? 'kept' : 'local' } : { kind: 'saved', at: now() });
    onSaved(log);
    if (isNewer && isDraft()) wait(debounceMs);
  }

  function settle(state: SaveState): void {
    const isStored = storeLocally();
    store.set({ save: isStored || state.kind === 'saved' ? state : { kind: 'unkept' } });
  }

  function showProblems(problems: Problems): void {
    store.set({ problems: { ...store.get().problems, ...problems } });
    if (isDirty()) settle({ kind: 'refused' });
  }

  function setConflict(theirs: DiveLog | null): void {
    store.set({ conflict: { theirs } });
    settle({ kind: 'stale' });
  }

  async function fail(error: SaveError, log: DiveLog | null): Promise<void> {
    if (await handleError(error, log)) return;
    settle({ kind: 'offline' });
    if (isDraft()) wait(backoffMs(retries++));
  }

  /** Shows concurrent changes and field errors; returns false for other errors. */
  async function handleError(error: SaveError, log: DiveLog | null): Promise<boolean> {
    const isOutdated = error.code === 'logbook.stale' || error.code === 'logbook.locked' || error.code === 'not_found';
    if (isOutdated && log !== null) {
      return fetchConflict(log.id);
    }
    const problems: Problems = {};
    for (const { code, path } of error.entries) {
      const field = path === undefined ? null : parseFieldPath(path);
      if (field !== null) problems[field] ??= code.startsWith('logbook.') ? `error.${code}` : 'error.request.invalid';
    }
    if (Object.keys(problems).length === 0) return false;
    showProblems(problems);
    return true;
  }

  async function fetchConflict(id: string): Promise<boolean> {
    try {
      setConflict(await calls.fetch(id));
      return true;
    } catch (error) {
      if (isSaveError(error)) return false;
      throw error;
    }
  }

  const tryNow = () => {
    if (store.get().save.kind === 'offline' && isDraft()) void save();
  };
  network.addEventListener('online', tryNow);

  return {
    touch,
    handleError,
    /** Saves now, including logs that are no longer drafts. Returns whether the account has everything. */
    async flush(): Promise<boolean> {
      await save(true);
      return store.get().save.kind === 'saved';
    },
    /** Discards the local changes. */
    resolveWithTheirs(): void {
      const theirs = store.get().conflict?.theirs;
      if (!theirs) return;
      const values = read(theirs);
      store.set({ conflict: null, values, problems: {} });
      applySaved(theirs, values);
    },
    /** Saves the local values over the other version, or as a new log if that was deleted. */
    resolveWithMine(): void {
      const { conflict } = store.get();
      if (conflict === null) return;
      saved = conflict.theirs === null ? base : read(conflict.theirs);
      if (conflict.theirs === null) {
        key = crypto.randomUUID();
        wasSent = false;
      }
      store.set({ conflict: null, log: conflict.theirs });
      if (isDraft()) void save();
      else touch();
    },
    /** Merges a change of another device: shows it if nothing was typed here, otherwise asks the user to choose. */
    mergeUpdate(theirs: DiveLog): void {
      const { log, conflict } = store.get();
      if (running !== null || conflict !== null || log === null || theirs.version <= log.version) return;
      if (isDirty() && listDifferingFields(store.get().values, read(theirs)).length > 0) return setConflict(theirs);
      const values = read(theirs);
      store.set({ values, problems: {} });
      applySaved(theirs, values);
    },
    /** Called after another mutation, such as a submission. */
    takeStep(log: DiveLog): void {
      store.set({ log });
      storeLocally();
    },
    /** Discards the draft. */
    forget(): void {
      hasEnded = true;
      clearTimeout(timer);
      storage.drop();
    },
    /** Called on unmount: sends unsaved changes, which stay in the browser until the account has them. */
    end(): void {
      network.removeEventListener('online', tryNow);
      clearTimeout(timer);
      const leave = () => {
        if (!isDirty() && !hasEnded) storage.drop();
        hasEnded = true;
        storage.leave();
      };
      if (hasEnded || store.get().save.kind === 'untouched' || !isDraft() || !isDirty()) return leave();
      void save().finally(leave);
    },
  };
}
