import type { ApiError } from '../../../platform/web/client.ts';
import { retryWaitMs } from '../../../platform/web/retry-wait.ts';
import type { Answers, Draft } from '../shared/contract.ts';
import { answersWith, openChanges, type Changes } from './answers.ts';

const quietMs = 700;

/** Where the answers are; always what is true. */
export type SaveState =
  | { kind: 'untouched' }
  /** In this browser, and about to go to the account. */
  | { kind: 'kept' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: Date }
  /** In this browser; the account cannot be reached, and it is tried again. */
  | { kind: 'offline' }
  /** Nowhere but on the screen: the browser keeps nothing, and the account does not have it. */
  | { kind: 'unkept' };

export interface AnswersState {
  /** As they stand on the screen. */
  answers: Answers;
  save: SaveState;
  /** What became of changes that could not be kept. */
  loss: 'closed' | 'signed' | null;
  /** The forms are not open any more: signed by all, or thrown away. */
  isGone: boolean;
}

type Known = Pick<Draft, 'forms' | 'answers' | 'revision' | 'state'>;
type Refusal = Pick<ApiError, 'status' | 'code' | 'entries'>;
const isRefusal = (error: unknown): error is Refusal => error instanceof Error && 'entries' in error;

interface AutosaveOptions {
  draft: Known;
  /** Where this browser keeps what the account does not have; all tabs share it. */
  box: { read: () => Changes; keep: (changes: Changes) => boolean };
  put: (changes: Changes) => Promise<{ revision: number; savedDate: string; answers: Answers }>;
  fetch: () => Promise<Known>;
  /** Tells when the network is back, and when another tab has kept something. */
  browser: EventTarget;
}

/**
 * Keeps every answer in the browser at once and, when it has been quiet for a moment, in the account: only what was
 * changed, one call after the other. What another device has answered meanwhile stays.
 */
export function createAutosave({ draft, box, put, fetch, browser }: AutosaveOptions) {
  let known = draft;
  let changes = openChanges(draft.forms, draft.answers, box.read());
  let isKept = true;
  let lastSaved: Date | null = null;
  /** What a no has closed, for whoever pressed it by mistake. It lives as long as the page. */
  let closed: Answers = {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let retries = 0;
  let isOpen = false;
  /** Other answers came from elsewhere than those that stood here: whoever signs has perhaps not read them. */
  let hasNews = false;
  const listeners = new Set<() => void>();
  const now = () => answersWith(known.forms, known.answers, changes);
  let state: AnswersState = { answers: now(), save: { kind: 'untouched' }, loss: null, isGone: false };

  function show(part: Partial<AnswersState> = {}): void {
    state = { ...state, answers: now(), ...part };
    for (const listener of listeners) listener();
  }

  const hasChanges = () => Object.keys(changes).length > 0;
  const settled = (): SaveState => (lastSaved === null ? { kind: 'untouched' } : { kind: 'saved', at: lastSaved });
  const waiting = (kind: 'kept' | 'offline'): SaveState => ({ kind: isKept ? kind : 'unkept' });

  /** Another tab may have kept something since we looked. */
  function change(how: (former: Changes) => Changes): void {
    changes = openChanges(known.forms, known.answers, how(isKept ? box.read() : changes));
    isKept = box.keep(changes);
  }

  /** What the account says; it may be more than what was sent from here. */
  function learn(next: Known, how: (former: Changes) => Changes): void {
    const before = now();
    known = next;
    change(how);
    hasNews ||= !isSameAnswers(before, now());
  }

  function wait(ms: number): void {
    clearTimeout(timer);
    if (isOpen) timer = setTimeout(() => void save(), ms);
  }

  async function save(): Promise<void> {
    clearTimeout(timer);
    if (running !== null) {
      await running;
      return save();
    }
    if (!hasChanges() || state.isGone) return;
    running = send(changes).finally(() => {
      running = null;
    });
    await running;
  }

  async function send(sent: Changes): Promise<void> {
    show({ save: { kind: 'saving' } });
    try {
      const { revision, savedDate, answers } = await put(sent);
      lastSaved = new Date(savedDate);
      retries = 0;
      learn({ ...known, revision, answers }, (former) =>
        Object.fromEntries(Object.entries(former).filter(([id, answer]) => answer !== sent[id])),
      );
      show({ save: hasChanges() ? waiting('kept') : settled() });
      if (hasChanges()) wait(quietMs);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await fail(error, sent);
    }
  }

  async function fail(error: Refusal, sent: Changes): Promise<void> {
    if (error.code === 'not_found' || error.code === 'forms.already_submitted') return leave();
    const isSigned = error.code === 'forms.being_signed';
    const refused = isSigned
      ? Object.keys(sent)
      : error.entries.flatMap(({ path }) => (path === undefined ? [] : [path]));
    // The path of a refused body is longer than that of an answer.
    const isOut = (id: string) => refused.some((path) => path === id || path.endsWith(`.${id}`));
    if (error.status < 500 && Object.keys(sent).some(isOut) && (await meetAgain())) {
      change((former) => Object.fromEntries(Object.entries(former).filter(([id]) => !isOut(id))));
      show({ loss: isSigned ? 'signed' : 'closed', save: hasChanges() ? waiting('kept') : settled() });
      if (hasChanges()) wait(quietMs);
      return;
    }
    if (state.isGone) return;
    show({ save: waiting('offline') });
    wait(retryWaitMs(retries++));
  }

  /** False where the account cannot be asked. */
  async function meetAgain(): Promise<boolean> {
    try {
      const next = await fetch();
      learn(next, (former) => former);
      return true;
    } catch (error) {
      if (!isRefusal(error)) throw error;
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
    changes = openChanges(known.forms, known.answers, box.read());
    show({ save: hasChanges() ? waiting('kept') : settled() });
    if (hasChanges()) wait(2 * quietMs);
  };
  const tryNow = () => void save();

  return {
    get: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    revision: () => known.revision,
    set(id: string, answer: string | null): void {
      const before = now();
      change((former) => ({ ...former, [id]: answer }));
      const after = now();
      for (const [other, former] of Object.entries(before))
        if (!(other in after) && other !== id) closed[other] = former;
      // What was in the box before it was closed is in it again.
      const back = openChanges(known.forms, known.answers, { ...closed, ...changes });
      const returned = Object.entries(back).filter(([other]) => other in closed && !(other in after) && other !== id);
      if (answer === 'yes' && returned.length > 0) change((former) => ({ ...former, ...Object.fromEntries(returned) }));
      show({ save: waiting('kept'), loss: null });
      wait(quietMs);
    },
    /** What the account has now, from elsewhere or in another language. */
    meet(next: Known): void {
      if (running !== null || next.revision < known.revision) return;
      const before = now();
      known = next;
      changes = openChanges(known.forms, known.answers, changes);
      hasNews ||= !isSameAnswers(before, now());
      show();
    },
    /** Whether answers came from elsewhere since this was last asked: they are to be read before they are signed. */
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
      browser.addEventListener('online', tryNow);
      browser.addEventListener('storage', look);
      if (hasChanges()) {
        show({ save: waiting('kept') });
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

/** The account keeps no blanks around an answer. */
function isSameAnswers(some: Answers, others: Answers): boolean {
  const ids = new Set([...Object.keys(some), ...Object.keys(others)]);
  return [...ids].every((id) => (some[id] ?? '').trim() === (others[id] ?? '').trim());
}

export type Autosave = ReturnType<typeof createAutosave>;
