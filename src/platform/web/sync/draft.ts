import { isApiError } from '#platform/web/client/api-errors.ts';
import type { Changes, DraftOptions, DraftState, DraftStatus, Resolution, SaveState } from './draft-options.ts';
import { createSaveLoop } from './save-loop.ts';

/**
 * One document that is edited here and possibly elsewhere: the version saved in the account, and changes on top of it.
 * Every change is stored in the browser immediately and sent to the account after a pause in typing. Only changed values
 * are sent, one request at a time, which preserves the changes of other devices.
 */
export function createDraft<Known, Value, View extends object>(options: DraftOptions<Known, Value, View>) {
  const { storage, view, put, fetch, resolveError, isOlder, browser, debounceMs = 700 } = options;
  const { isReady = () => true, check = () => true, isAutomatic = () => true, isSame = () => true } = options;
  const { isNew = () => false, isConflict = () => false, rebase = (_: string, value: Value) => value } = options;
  const { prune = (_: Known, all: Changes<Value>) => all } = options;
  let { known } = options;
  const readChanges = () => storage.read() ?? {};
  let changes = prune(known, readChanges());
  let isStored = true;
  let lastSaved: Date | null = null;
  const loop = createSaveLoop({ debounceMs, prepare });
  /** Set when another device changed the content, because the person who signs may not have read it. */
  let hasUpdates = false;
  const listeners = new Set<() => void>();
  const currentView = () => view(known, changes);
  let state: DraftState<View, Known> = {
    ...currentView(),
    save: { kind: 'untouched' },
    loss: null,
    problems: {},
    isHeld: false,
    conflict: options.hasConflict ? { theirs: known } : null,
    isGone: false,
  };

  function show(part: Partial<DraftStatus<Known>> = {}): void {
    state = { ...state, ...currentView(), ...part };
    for (const listener of listeners) listener();
  }
  function showSettled(part: Partial<DraftStatus<Known>> = {}): void {
    state = { ...state, ...part };
    show({ save: getSettledState() });
  }

  const hasChanges = () => Object.keys(changes).length > 0;
  const isSendable = (name: string, value: Value) =>
    !Object.keys(state.problems).some((problem) => isProblemOf(problem, name)) && isReady(name, value);
  const sendable = () => Object.fromEntries(Object.entries(changes).filter(([name, value]) => isSendable(name, value)));
  const hasSendable = () => Object.keys(sendable()).length > 0;
  const inBrowser = (kind: 'kept' | 'offline' | 'local'): SaveState => ({ kind: isStored ? kind : 'unkept' });
  const isWaiting = () => state.conflict !== null || state.isHeld || !isAutomatic(known);
  function getSettledState(): SaveState {
    if (hasSendable() && !isWaiting()) return inBrowser('kept');
    if (hasChanges() || state.conflict !== null) return inBrowser('local');
    return lastSaved === null ? { kind: 'untouched' } : { kind: 'saved', at: lastSaved };
  }

  function prepare(isRequested: boolean): (() => Promise<'done' | 'later'>) | null {
    const isDue = hasSendable() || (isRequested && isNew(known));
    if (!isDue || state.isGone || state.conflict !== null || (isWaiting() && !isRequested)) return null;
    if (check(currentView(), isRequested)) return () => send(sendable());
    showSettled({ isHeld: true });
    return null;
  }

  function storeChanges(): boolean {
    if (hasChanges()) return storage.write(changes);
    storage.delete();
    return true;
  }

  /** Updates the stored changes, which another tab may have changed since they were read. */
  function change(update: (former: Changes<Value>) => Changes<Value>): void {
    changes = prune(known, update(isStored ? readChanges() : changes));
    isStored = storeChanges();
  }

  /** Removes changes that the account already has, so they cannot overwrite a later change of another device. */
  function pruneStored(): void {
    const stored = isStored ? readChanges() : changes;
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

  function settle(part: Partial<DraftStatus<Known>> = {}): 'done' {
    showSettled(part);
    if (hasSendable()) loop.schedule();
    return 'done';
  }

  async function send(sent: Changes<Value>, isRetry = false): Promise<'done' | 'later'> {
    show({ save: { kind: 'saving' }, isHeld: false });
    try {
      const answer = await put(sent, known);
      lastSaved = answer.at;
      // Changes made during the request are sent next.
      const dropSent = without((name, value) => name in sent && isSameValue(value, sent[name]));
      applyKnown(answer.known, (former) =>
        Object.fromEntries(
          Object.entries(dropSent(former)).map(([name, value]) => [name, rebase(name, value, answer.known)]),
        ),
      );
      return settle();
    } catch (error) {
      if (!isApiError(error)) throw error;
      return handleError(resolveError(error, sent), isRetry);
    }
  }

  async function handleError(resolution: Resolution, isRetry: boolean): Promise<'done' | 'later'> {
    if (resolution.kind === 'gone') return discardAll();
    if (resolution.kind === 'hold') return settle({ problems: { ...state.problems, ...resolution.problems } });
    if (resolution.kind === 'holdAll') return settle({ isHeld: true });
    if (resolution.kind === 'ask' && (await ask())) return 'done';
    if (resolution.kind === 'drop' && (await refetch())) {
      change(without((name) => resolution.names.includes(name)));
      return settle({ loss: resolution.loss });
    }
    if (resolution.kind === 'retry' && !isRetry && (await refetch())) return send(sendable(), true);
    if (state.isGone) return 'done';
    show({ save: inBrowser('offline') });
    return isAutomatic(known) ? 'later' : 'done';
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

  /** Returns false when the server cannot be reached. */
  async function ask(): Promise<boolean> {
    try {
      const theirs = await fetch();
      showSettled({ conflict: { theirs } });
      return true;
    } catch (error) {
      if (!isApiError(error)) throw error;
      return false;
    }
  }

  function discardAll(): 'done' {
    loop.cancel();
    changes = {};
    storage.delete();
    show({ isGone: true });
    return 'done';
  }

  const readStored = () => {
    if (!isStored) return;
    changes = prune(known, readChanges());
    showSettled();
    if (hasSendable()) loop.schedule(2 * debounceMs);
  };
  const saveNow = () => void loop.run();
  let stopReading: (() => void) | undefined;

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
      showSettled({ loss: null, problems, isHeld: false });
      loop.schedule();
    },
    /** Merges a newer state of the account, such as a change of another device or another language. */
    merge(next: Known): void {
      if (loop.isRunning() || state.conflict !== null || isOlder(next, known)) return;
      if (hasChanges() && isConflict(currentView(), next)) return showSettled({ conflict: { theirs: next } });
      const before = currentView();
      known = next;
      pruneStored();
      hasUpdates ||= !isSame(before, currentView());
      show();
      if (!hasChanges() && state.save.kind !== 'untouched') showSettled();
    },
    /** Applies a state that another action of this page caused, such as a submission. */
    apply(next: Known): void {
      applyKnown(next, (former) => former);
      show();
    },
    /** Fetches the newest version and lets the person choose. Returns false when the server cannot be reached. */
    ask,
    /** Ends a conflict: continues on the other version, with these changes. */
    resolve(chosen: Changes<Value>): void {
      if (state.conflict === null) return;
      known = state.conflict.theirs;
      lastSaved = new Date();
      state = { ...state, conflict: null, isHeld: false };
      change(() => chosen);
      showSettled();
      void loop.run();
    },
    /** Returns whether another device changed the content since the last call: it must be read before it is signed. */
    takeUpdates(): boolean {
      const had = hasUpdates;
      hasUpdates = false;
      return had;
    },
    /** Saves immediately and returns whether the account has all changes. */
    async flush(): Promise<boolean> {
      await loop.run(true);
      return !hasChanges() && state.conflict === null && !isNew(known);
    },
    /** Sends changes stored earlier and starts to listen for the network and for other tabs. */
    start(): void {
      loop.start();
      pruneStored();
      browser.addEventListener('online', saveNow);
      stopReading = storage.subscribe(readStored);
      if (hasChanges()) {
        showSettled();
        loop.schedule(options.debounceMs ?? 0);
      }
    },
    /** Sends the remaining changes and resolves when that request has ended. */
    async end(): Promise<void> {
      browser.removeEventListener('online', saveNow);
      stopReading?.();
      loop.stop();
      await loop.run();
    },
  };
}

const isProblemOf = (problem: string, name: string) => problem === name || problem.startsWith(`${name}.`);

/** Values are compared as JSON, because each read from storage creates new objects. */
const isSameValue = (first: unknown, second: unknown) => JSON.stringify(first) === JSON.stringify(second);
