import { isApiError, type ApiErrorInfo } from '#platform/web/client/api-errors.ts';
import { backoffMs } from '#platform/web/client/backoff.ts';

const debounceMs = 700;

/** The save state of the changes. */
export type SaveState =
  | { kind: 'untouched' }
  /** Stored in this browser and about to be sent. */
  | { kind: 'kept' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: Date }
  /** Stored in this browser; the server is unreachable and the request will be retried. */
  | { kind: 'offline' }
  /** Stored in this browser until the change is complete or its problem is fixed. */
  | { kind: 'local' }
  /** Neither sent nor stored, because the browser's storage is unavailable. */
  | { kind: 'unkept' };

/** Changes that are not saved in the account yet, by name. */
export type Changes<Value> = Readonly<Record<string, Value>>;

/** Stores unsent changes in this browser, shared by all tabs. */
export interface ChangeStorage<Value> {
  read: () => Changes<Value>;
  keep: (changes: Changes<Value>) => boolean;
}

/** The handling of changes that the server rejected. */
type Resolution =
  /** The edited object no longer exists. */
  | { kind: 'gone' }
  /** Another device saved first: fetch the new version and send again. */
  | { kind: 'again' }
  /** Fetch the new version and discard these changes; `loss` is the reason. */
  | { kind: 'drop'; names: readonly string[]; loss: string }
  /** Hold these changes until they are edited. Message ids are keyed by the change or by a part of it (`name.part`). */
  | { kind: 'hold'; problems: Readonly<Record<string, string>> }
  /** Retry later. */
  | { kind: 'later' };

interface AutosaveOptions<Known, Value, View> {
  /** The state saved in the account. */
  known: Known;
  box: ChangeStorage<Value>;
  /** Combines the saved state and the changes into what the screen shows. */
  view: (known: Known, changes: Changes<Value>) => View;
  /** Removes changes that no longer have an effect. */
  prune?: (known: Known, changes: Changes<Value>) => Changes<Value>;
  /** Whether a change is complete enough to be sent. */
  isReady?: (name: string, value: Value) => boolean;
  put: (changes: Changes<Value>, known: Known) => Promise<{ known: Known; at: Date }>;
  fetch: () => Promise<Known>;
  judge: (error: ApiErrorInfo, sent: Changes<Value>) => Resolution;
  isOlder: (next: Known, known: Known) => boolean;
  /** Whether two views show the same content to the person who signs. */
  isSame: (first: View, second: View) => boolean;
  /** Emits `online` and `storage` events. */
  browser: EventTarget;
}

interface Status {
  save: SaveState;
  /** Why changes were discarded. */
  loss: string | null;
  /** Message ids of problems, by the name of the change or of its part. */
  problems: Readonly<Record<string, string>>;
  isGone: boolean;
}
export type AutosaveState<View> = View & Status;

/** The state of the kit's SaveIndicator. */
export const saveIndicatorStates = {
  untouched: 'saved',
  kept: 'saving',
  saving: 'saving',
  saved: 'saved',
  offline: 'offline',
  local: 'offline',
  unkept: 'failed',
} as const;

/**
 * Stores every change in the browser immediately and sends it to the account after a pause in typing. Only changed
 * values are sent, one request at a time, so that changes of other devices are preserved.
 */
export function createAutosave<Known, Value, View extends object>(options: AutosaveOptions<Known, Value, View>) {
  const { box: storage, view, put, fetch, judge, isOlder, isSame, browser, isReady = () => true } = options;
  const { prune = (_: Known, all: Changes<Value>) => all } = options;
  let { known } = options;
  let changes = prune(known, storage.read());
  let isStored = true;
  let lastSaved: Date | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let retries = 0;
  let isOpen = false;
  /** Set when another device changed the content, because the person who signs may not have read it. */
  let hasUpdates = false;
  const listeners = new Set<() => void>();
  const currentView = () => view(known, changes);
  let state: AutosaveState<View> = {
    ...currentView(),
    save: { kind: 'untouched' },
    loss: null,
    problems: {},
    isGone: false,
  };

  function show(part: Partial<Status> = {}): void {
    state = { ...state, ...currentView(), ...part };
    for (const listener of listeners) listener();
  }

  const hasChanges = () => Object.keys(changes).length > 0;
  const isSendable = (name: string, value: Value) =>
    !Object.keys(state.problems).some((problem) => isProblemOf(problem, name)) && isReady(name, value);
  const sendable = () => Object.fromEntries(Object.entries(changes).filter(([name, value]) => isSendable(name, value)));
  const hasSendable = () => Object.keys(sendable()).length > 0;
  const inBrowser = (kind: 'kept' | 'offline' | 'local'): SaveState => ({ kind: isStored ? kind : 'unkept' });
  function getSettledState(): SaveState {
    if (hasSendable()) return inBrowser('kept');
    if (hasChanges()) return inBrowser('local');
    return lastSaved === null ? { kind: 'untouched' } : { kind: 'saved', at: lastSaved };
  }

  /** Updates the stored changes, which another tab may have changed in the meantime. */
  function change(update: (former: Changes<Value>) => Changes<Value>): void {
    changes = prune(known, update(isStored ? storage.read() : changes));
    isStored = storage.keep(changes);
  }

  /** Removes changes that the account already has, so that they cannot overwrite a later change of another device. */
  function pruneStored(): void {
    const stored = isStored ? storage.read() : changes;
    if (Object.keys(prune(known, stored)).length < Object.keys(stored).length) change((former) => former);
  }

  const without = (isRemoved: (name: string, value: Value) => boolean) => (former: Changes<Value>) =>
    Object.fromEntries(Object.entries(former).filter(([name, value]) => !isRemoved(name, value)));

  /** Applies a response of the server, which may include changes of other devices. */
  function applyKnown(next: Known, update: (former: Changes<Value>) => Changes<Value>): void {
    const before = currentView();
    known = next;
    change(update);
    hasUpdates ||= !isSame(before, currentView());
  }

  function scheduleSave(ms: number): void {
    clearTimeout(timer);
    if (isOpen) timer = setTimeout(() => void save(), ms);
  }

  function settle(part: Partial<Status> = {}): void {
    show(part);
    show({ save: getSettledState() });
    if (hasSendable()) scheduleSave(debounceMs);
  }

  async function save(): Promise<void> {
    clearTimeout(timer);
    if (running !== null) {
      await running;
      return save();
    }
    if (!hasSendable() || state.isGone) return;
    running = send(sendable()).finally(() => {
      running = null;
    });
    await running;
  }

  async function send(sent: Changes<Value>, isRetry = false): Promise<void> {
    show({ save: { kind: 'saving' } });
    try {
      const answer = await put(sent, known);
      lastSaved = answer.at;
      retries = 0;
      // Changes made during the request are sent next.
      applyKnown(
        answer.known,
        without((name, value) => name in sent && isSameValue(value, sent[name])),
      );
      settle();
    } catch (error) {
      if (!isApiError(error)) throw error;
      await handleError(judge(error, sent), isRetry);
    }
  }

  async function handleError(resolution: Resolution, isRetry: boolean): Promise<void> {
    if (resolution.kind === 'gone') return discardAll();
    if (resolution.kind === 'hold') return settle({ problems: { ...state.problems, ...resolution.problems } });
    if (resolution.kind === 'drop' && (await refetch())) {
      change(without((name) => resolution.names.includes(name)));
      return settle({ loss: resolution.loss });
    }
    if (resolution.kind === 'again' && !isRetry && (await refetch())) return send(sendable(), true);
    if (state.isGone) return;
    show({ save: inBrowser('offline') });
    scheduleSave(backoffMs(retries++));
  }

  /** Returns false when the server cannot be reached. */
  async function refetch(): Promise<boolean> {
    try {
      const next = await fetch();
      applyKnown(next, (former) => former);
      return true;
    } catch (error) {
      if (!isApiError(error)) throw error;
      if (error.code === 'not_found') discardAll();
      return false;
    }
  }

  function discardAll(): void {
    clearTimeout(timer);
    changes = {};
    storage.keep({});
    show({ isGone: true });
  }

  const readStored = () => {
    if (!isStored) return;
    changes = prune(known, storage.read());
    show({ save: getSettledState() });
    if (hasSendable()) scheduleSave(2 * debounceMs);
  };
  const saveNow = () => void save();

  return {
    get: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    known: () => known,
    changes: () => changes,
    set(more: Changes<Value>): void {
      change((former) => ({ ...former, ...more }));
      const isFixed = (problem: string) => Object.keys(more).some((name) => isProblemOf(problem, name));
      const problems = Object.fromEntries(Object.entries(state.problems).filter(([problem]) => !isFixed(problem)));
      show({ loss: null, problems });
      show({ save: getSettledState() });
      scheduleSave(debounceMs);
    },
    /** Merges a newer state of the account, such as a change of another device or another language. */
    meet(next: Known): void {
      if (running !== null || isOlder(next, known)) return;
      const before = currentView();
      known = next;
      pruneStored();
      hasUpdates ||= !isSame(before, currentView());
      show();
      if (!hasChanges() && state.save.kind !== 'untouched') show({ save: getSettledState() });
    },
    /** Returns whether another device changed the content since the last call: it must be read before it is signed. */
    takeNews(): boolean {
      const had = hasUpdates;
      hasUpdates = false;
      return had;
    },
    /** Saves immediately and returns whether the account has all changes. */
    async flush(): Promise<boolean> {
      await save();
      return !hasChanges();
    },
    /** Sends changes stored earlier and starts to listen for `online` and `storage` events. */
    start(): void {
      isOpen = true;
      pruneStored();
      browser.addEventListener('online', saveNow);
      browser.addEventListener('storage', readStored);
      if (hasChanges()) {
        show({ save: getSettledState() });
        scheduleSave(0);
      }
    },
    end(): void {
      browser.removeEventListener('online', saveNow);
      browser.removeEventListener('storage', readStored);
      void save();
      isOpen = false;
      clearTimeout(timer);
    },
  };
}

const isProblemOf = (problem: string, name: string) => problem === name || problem.startsWith(`${name}.`);

/** Values are compared as JSON, because each read from storage creates new objects. */
const isSameValue = (first: unknown, second: unknown) => JSON.stringify(first) === JSON.stringify(second);
