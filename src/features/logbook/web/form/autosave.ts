import type { ApiError } from '#platform/web/client/client.ts';
import { backoffMs } from '#platform/web/client/backoff.ts';
import type { DiveLog } from '#features/logbook/shared/contract.ts';
import type { DraftStorage } from './draft-storage.ts';
import type { FormStore, SaveState } from './form-store.ts';
import { parseFieldPath, findAllProblems, findInvalidValues, type Problems } from './log-validation.ts';
import { listDifferingFields, type LogValues } from './log-values.ts';

const debounceMs = 2_000;

/** A call the server refused, or that never reached it. */
type SaveError = Pick<ApiError, 'code' | 'entries'>;
const isSaveError = (error: unknown): error is SaveError => error instanceof Error && 'entries' in error;

export interface SaveCalls {
  create(values: LogValues, key: string): Promise<DiveLog>;
  update(log: DiveLog, values: LogValues): Promise<DiveLog>;
  /** As the account has it now; null where it is gone. */
  fetch(id: string): Promise<DiveLog | null>;
}

interface AutosaveOptions {
  store: FormStore;
  place: DraftStorage;
  calls: SaveCalls;
  /** What the form was filled from: a stored dive, or what a new one begins with. */
  base: LogValues;
  /** What a stored dive says, in the writing of the page. */
  read: (log: DiveLog) => LogValues;
  onSaved: (log: DiveLog) => void;
  /** Tells when the network is back. */
  network: EventTarget;
}

/**
 * Keeps every change in the browser at once and, when it has been quiet for a while, a draft in the account. A log that
 * is no draft any more goes there only when asked. Nothing is ever written over what somebody else has saved meanwhile.
 */
export function createAutosave({ store, place, calls, base, read, onSaved, network }: AutosaveOptions) {
  const { found } = place;
  const now = () => new Date();
  let key = found?.key ?? crypto.randomUUID();
  let wasSent = found?.wasSent ?? false;
  /** What the account has, as far as this form knows. */
  let saved = base;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retries = 0;
  let running: Promise<void> | null = null;
  let hasEnded = false;

  const isDirty = () => listDifferingFields(store.get().values, saved).length > 0;
  const isDraft = () => (store.get().log?.status ?? 'Draft') === 'Draft';

  function keep(): boolean {
    const { values, log } = store.get();
    return place.keep({ values, key, version: log?.version ?? 0, wasSent, isSaved: !isDirty() });
  }

  function wait(ms: number): void {
    clearTimeout(timer);
    if (!hasEnded) timer = setTimeout(() => void save(), ms);
  }

  /** To be called after every change of the values. */
  function touch(): void {
    const { conflict, log } = store.get();
    if (log === null && !isDirty()) {
      // All of it was taken back: there is nothing to keep.
      clearTimeout(timer);
      place.drop();
      return store.set({ save: { kind: 'untouched' } });
    }
    const isKept = keep();
    const kind = !isKept ? 'unkept' : conflict !== null ? 'stale' : isDraft() ? 'kept' : 'local';
    store.set({ save: { kind } });
    if (isDraft() && conflict === null) wait(debounceMs);
  }

  async function save(isAsked = false): Promise<void> {
    clearTimeout(timer);
    if (running !== null) {
      // Once that one is through; by then there may be nothing left to do.
      await running;
      return save(isAsked);
    }
    const { conflict, values, log } = store.get();
    if (conflict !== null || (!isAsked && (!isDraft() || hasEnded))) return;
    if (!isDirty() && (log !== null || !isAsked)) return settle({ kind: 'saved', at: now() });
    const isChecked = isAsked && !isDraft();
    const wrong = (isChecked ? findAllProblems : findInvalidValues)(values, store.type, now(), base);
    if (Object.keys(wrong).length > 0) return refuse(wrong);
    running = send(values, log).finally(() => {
      running = null;
    });
    await running;
  }

  async function send(values: LogValues, log: DiveLog | null): Promise<void> {
    store.set({ save: { kind: 'saving' } });
    try {
      if (log !== null) return take(await calls.update(log, values), values);
      const isRepeated = wasSent;
      wasSent = true;
      keep();
      const made = await calls.create(values, key);
      const first = read(made);
      const isOther = isRepeated && listDifferingFields(first, values).length > 0;
      // It was made by an earlier try of which no answer came; what was typed since then goes after it.
      take(made, isOther ? first : values);
      if (isOther && made.version > 1) disagree(made);
    } catch (error) {
      if (!isSaveError(error)) throw error;
      await fail(error, log);
    }
  }

  /** The account has these values now; there may be newer ones already. */
  function take(log: DiveLog, values: LogValues): void {
    saved = values;
    retries = 0;
    store.set({ log });
    place.moveTo(log.id);
    const isNewer = isDirty();
    settle(isNewer ? { kind: isDraft() ? 'kept' : 'local' } : { kind: 'saved', at: now() });
    onSaved(log);
    if (isNewer && isDraft()) wait(debounceMs);
  }

  function settle(state: SaveState): void {
    const isKept = keep();
    store.set({ save: isKept || state.kind === 'saved' ? state : { kind: 'unkept' } });
  }

  function refuse(problems: Problems): void {
    store.set({ problems: { ...store.get().problems, ...problems } });
    if (isDirty()) settle({ kind: 'refused' });
  }

  function disagree(theirs: DiveLog | null): void {
    store.set({ conflict: { theirs } });
    settle({ kind: 'stale' });
  }

  async function fail(error: SaveError, log: DiveLog | null): Promise<void> {
    if (await meetRefusal(error, log)) return;
    settle({ kind: 'offline' });
    if (isDraft()) wait(backoffMs(retries++));
  }

  /** What somebody else has changed is shown, and what a field cannot be is said there; false for any other failure. */
  async function meetRefusal(error: SaveError, log: DiveLog | null): Promise<boolean> {
    const isOutdated = error.code === 'logbook.stale' || error.code === 'logbook.locked' || error.code === 'not_found';
    if (isOutdated && log !== null) {
      return meetOther(log.id);
    }
    const problems: Problems = {};
    for (const { code, path } of error.entries) {
      const field = path === undefined ? null : parseFieldPath(path);
      if (field !== null) problems[field] ??= code.startsWith('logbook.') ? `error.${code}` : 'error.request.invalid';
    }
    if (Object.keys(problems).length === 0) return false;
    refuse(problems);
    return true;
  }

  async function meetOther(id: string): Promise<boolean> {
    try {
      disagree(await calls.fetch(id));
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
    meetRefusal,
    /** Now, and also a log that is no draft. Says whether the account has all of it. */
    async flush(): Promise<boolean> {
      await save(true);
      return store.get().save.kind === 'saved';
    },
    /** Their version stays; what was typed here goes. */
    takeTheirs(): void {
      const theirs = store.get().conflict?.theirs;
      if (!theirs) return;
      const values = read(theirs);
      store.set({ conflict: null, values, problems: {} });
      take(theirs, values);
    },
    /** What was typed here is saved over theirs, or as a log of its own where theirs is gone. */
    keepMine(): void {
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
    /** Another device has changed it: where nothing was typed here, theirs is shown; else somebody has to choose. */
    meet(theirs: DiveLog): void {
      const { log, conflict } = store.get();
      if (running !== null || conflict !== null || log === null || theirs.version <= log.version) return;
      if (isDirty() && listDifferingFields(store.get().values, read(theirs)).length > 0) return disagree(theirs);
      const values = read(theirs);
      store.set({ values, problems: {} });
      take(theirs, values);
    },
    /** After a step by another call, such as a submission. */
    takeStep(log: DiveLog): void {
      store.set({ log });
      keep();
    },
    /** Nothing of it is wanted any more. */
    forget(): void {
      hasEnded = true;
      clearTimeout(timer);
      place.drop();
    },
    /** The page goes elsewhere: what the account lacks is sent on the way out, and stays here until it has it. */
    end(): void {
      network.removeEventListener('online', tryNow);
      clearTimeout(timer);
      const leave = () => {
        if (!isDirty() && !hasEnded) place.drop();
        hasEnded = true;
        place.leave();
      };
      if (hasEnded || store.get().save.kind === 'untouched' || !isDraft() || !isDirty()) return leave();
      void save().finally(leave);
    },
  };
}
