import { isApiError, type ApiErrorInfo } from '#platform/web/client/api-errors.ts';
import { backoffMs } from '#platform/web/client/backoff.ts';

const quietMs = 700;

/** Where what was typed is; always what is true. */
export type SaveState =
  | { kind: 'untouched' }
  /** In this browser, and about to go to the account. */
  | { kind: 'kept' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: Date }
  /** In this browser; the account cannot be reached, and it is tried again. */
  | { kind: 'offline' }
  /** In this browser until it is complete, or until what is wrong with it is mended. */
  | { kind: 'local' }
  /** Nowhere but on the screen: the browser keeps nothing, and the account does not have it. */
  | { kind: 'unkept' };

/** What was changed here and the account does not have yet, by name. */
export type Changes<Value> = Readonly<Record<string, Value>>;

/** Where this browser keeps them; all tabs share it. */
export interface ChangeStorage<Value> {
  read: () => Changes<Value>;
  keep: (changes: Changes<Value>) => boolean;
}

/** What becomes of changes that were refused. */
type Resolution =
  /** There is nothing to change any more. */
  | { kind: 'gone' }
  /** Somebody else was first: read again, and sent again. */
  | { kind: 'again' }
  /** Read again, and these are thrown away; `loss` says why. */
  | { kind: 'drop'; names: readonly string[]; loss: string }
  /** These stay here until they are typed again; message ids say what is wrong with each, or with a part (`name.part`). */
  | { kind: 'hold'; problems: Readonly<Record<string, string>> }
  /** The call may pass another time. */
  | { kind: 'later' };

interface AutosaveOptions<Known, Value, View> {
  /** As the account has it. */
  known: Known;
  box: ChangeStorage<Value>;
  /** What stands on the screen. */
  view: (known: Known, changes: Changes<Value>) => View;
  /** Leaves out changes that mean nothing any more. */
  prune?: (known: Known, changes: Changes<Value>) => Changes<Value>;
  /** Whether a change can be sent, or is still being typed. */
  isReady?: (name: string, value: Value) => boolean;
  put: (changes: Changes<Value>, known: Known) => Promise<{ known: Known; at: Date }>;
  fetch: () => Promise<Known>;
  judge: (error: ApiErrorInfo, sent: Changes<Value>) => Resolution;
  isOlder: (next: Known, known: Known) => boolean;
  /** Whether somebody who has read the one has read the other. */
  isSame: (some: View, others: View) => boolean;
  /** Tells when the network is back, and when another tab has kept something. */
  browser: EventTarget;
}

interface Status {
  save: SaveState;
  /** Why changes could not be kept. */
  loss: string | null;
  /** Message ids of what is wrong, by the name of the change or of its part. */
  problems: Readonly<Record<string, string>>;
  isGone: boolean;
}
export type AutosaveState<View> = View & Status;

/** How the kit shows it. */
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
 * Keeps every change in the browser at once and, when it has been quiet for a moment, in the account: only what was
 * changed, one call after the other. What another device has changed meanwhile stays.
 */
export function createAutosave<Known, Value, View extends object>(options: AutosaveOptions<Known, Value, View>) {
  const { box, view, put, fetch, judge, isOlder, isSame, browser, isReady = () => true } = options;
  const { prune = (_: Known, all: Changes<Value>) => all } = options;
  let { known } = options;
  let changes = prune(known, box.read());
  let isKept = true;
  let lastSaved: Date | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let retries = 0;
  let isOpen = false;
  /** Something else came from elsewhere than what stood here: whoever signs has perhaps not read it. */
  let hasNews = false;
  const listeners = new Set<() => void>();
  const now = () => view(known, changes);
  let state: AutosaveState<View> = { ...now(), save: { kind: 'untouched' }, loss: null, problems: {}, isGone: false };

  function show(part: Partial<Status> = {}): void {
    state = { ...state, ...now(), ...part };
    for (const listener of listeners) listener();
  }

  const hasChanges = () => Object.keys(changes).length > 0;
  const isSendable = (name: string, value: Value) =>
    !Object.keys(state.problems).some((problem) => isProblemOf(problem, name)) && isReady(name, value);
  const sendable = () => Object.fromEntries(Object.entries(changes).filter(([name, value]) => isSendable(name, value)));
  const hasSendable = () => Object.keys(sendable()).length > 0;
  const inBrowser = (kind: 'kept' | 'offline' | 'local'): SaveState => ({ kind: isKept ? kind : 'unkept' });
  function settled(): SaveState {
    if (hasSendable()) return inBrowser('kept');
    if (hasChanges()) return inBrowser('local');
    return lastSaved === null ? { kind: 'untouched' } : { kind: 'saved', at: lastSaved };
  }

  /** Another tab may have kept something since we looked. */
  function change(how: (former: Changes<Value>) => Changes<Value>): void {
    changes = prune(known, how(isKept ? box.read() : changes));
    isKept = box.keep(changes);
  }

  /** What the account has after all is nothing to send: not now, and not over what it has later. */
  function tidy(): void {
    const kept = isKept ? box.read() : changes;
    if (Object.keys(prune(known, kept)).length < Object.keys(kept).length) change((former) => former);
  }

  const without = (names: (name: string, value: Value) => boolean) => (former: Changes<Value>) =>
    Object.fromEntries(Object.entries(former).filter(([name, value]) => !names(name, value)));

  /** What the account says; it may be more than what was sent from here. */
  function learn(next: Known, how: (former: Changes<Value>) => Changes<Value>): void {
    const before = now();
    known = next;
    change(how);
    hasNews ||= !isSame(before, now());
  }

  function wait(ms: number): void {
    clearTimeout(timer);
    if (isOpen) timer = setTimeout(() => void save(), ms);
  }

  function goOn(part: Partial<Status> = {}): void {
    show(part);
    show({ save: settled() });
    if (hasSendable()) wait(quietMs);
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

  async function send(sent: Changes<Value>, isSecond = false): Promise<void> {
    show({ save: { kind: 'saving' } });
    try {
      const answer = await put(sent, known);
      lastSaved = answer.at;
      retries = 0;
      // What was typed since then goes next.
      learn(
        answer.known,
        without((name, value) => name in sent && isSameValue(value, sent[name])),
      );
      goOn();
    } catch (error) {
      if (!isApiError(error)) throw error;
      await meetRefusal(judge(error, sent), isSecond);
    }
  }

  async function meetRefusal(fate: Resolution, isSecond: boolean): Promise<void> {
    if (fate.kind === 'gone') return leave();
    if (fate.kind === 'hold') return goOn({ problems: { ...state.problems, ...fate.problems } });
    if (fate.kind === 'drop' && (await meetAgain())) {
      change(without((name) => fate.names.includes(name)));
      return goOn({ loss: fate.loss });
    }
    if (fate.kind === 'again' && !isSecond && (await meetAgain())) return send(sendable(), true);
    if (state.isGone) return;
    show({ save: inBrowser('offline') });
    wait(backoffMs(retries++));
  }

  /** False where the account cannot be asked. */
  async function meetAgain(): Promise<boolean> {
    try {
      const next = await fetch();
      learn(next, (former) => former);
      return true;
    } catch (error) {
      if (!isApiError(error)) throw error;
      if (error.code === 'not_found') leave();
      return false;
    }
  }

  function leave(): void {
    clearTimeout(timer);
    changes = {};
    box.keep({});
    show({ isGone: true });
  }

  const look = () => {
    if (!isKept) return;
    changes = prune(known, box.read());
    show({ save: settled() });
    if (hasSendable()) wait(2 * quietMs);
  };
  const tryNow = () => void save();

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
      const isMended = (problem: string) => Object.keys(more).some((name) => isProblemOf(problem, name));
      const problems = Object.fromEntries(Object.entries(state.problems).filter(([problem]) => !isMended(problem)));
      show({ loss: null, problems });
      show({ save: settled() });
      wait(quietMs);
    },
    /** What the account has now, from elsewhere or in another language. */
    meet(next: Known): void {
      if (running !== null || isOlder(next, known)) return;
      const before = now();
      known = next;
      tidy();
      hasNews ||= !isSame(before, now());
      show();
      if (!hasChanges() && state.save.kind !== 'untouched') show({ save: settled() });
    },
    /** Whether something came from elsewhere since this was last asked: it is to be read before it is signed. */
    takeNews(): boolean {
      const had = hasNews;
      hasNews = false;
      return had;
    },
    /** Now. Says whether the account has all of it. */
    async flush(): Promise<boolean> {
      await save();
      return !hasChanges();
    },
    /** What was kept before is sent; from now on the network is watched. */
    start(): void {
      isOpen = true;
      tidy();
      browser.addEventListener('online', tryNow);
      browser.addEventListener('storage', look);
      if (hasChanges()) {
        show({ save: settled() });
        wait(0);
      }
    },
    end(): void {
      browser.removeEventListener('online', tryNow);
      browser.removeEventListener('storage', look);
      void save();
      isOpen = false;
      clearTimeout(timer);
    },
  };
}

const isProblemOf = (problem: string, name: string) => problem === name || problem.startsWith(`${name}.`);

/** What the browser has kept is read anew each time. */
const isSameValue = (some: unknown, other: unknown) => JSON.stringify(some) === JSON.stringify(other);
