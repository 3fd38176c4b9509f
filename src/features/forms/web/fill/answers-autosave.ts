import {
  type AutosaveState,
  type ChangeStorage,
  createAutosave as createGeneral,
} from '#platform/web/sync/autosave.ts';
import type { ApiErrorInfo } from '#platform/web/client/api-errors.ts';
import type { Answers, Draft } from '#features/forms/shared/contract.ts';
import { mergeAnswers, dropClosedChanges, type Changes } from './answers.ts';

/** As the answers stand on the screen. A loss is of changes to a box that was closed, or to what was signed. */
export type AnswersState = AutosaveState<{ answers: Answers }>;

type KnownDraft = Pick<Draft, 'forms' | 'answers' | 'revision' | 'state'>;

interface AutosaveOptions {
  draft: KnownDraft;
  box: ChangeStorage<string | null>;
  put: (changes: Changes) => Promise<{ revision: number; savedDate: string; answers: Answers }>;
  fetch: () => Promise<KnownDraft>;
  browser: EventTarget;
}

/** Keeps the answers of forms. What another device has answered meanwhile stays. */
export function createAnswersAutosave({ draft, box, put, fetch, browser }: AutosaveOptions) {
  const autosave = createGeneral<KnownDraft, string | null, { answers: Answers }>({
    known: draft,
    box,
    fetch,
    browser,
    view: (known, changes) => ({ answers: mergeAnswers(known.forms, known.answers, changes) }),
    prune: (known, changes) => dropClosedChanges(known.forms, known.answers, changes),
    async put(changes, known) {
      const { revision, savedDate, answers } = await put(changes);
      return { known: { ...known, revision, answers }, at: new Date(savedDate) };
    },
    judge: classifyError,
    isOlder: (next, known) => next.revision < known.revision,
    isSame: (some, others) => isSameAnswers(some.answers, others.answers),
  });
  /** What a no has closed, for whoever pressed it by mistake. It lives as long as the page. */
  const closed: Answers = {};

  return {
    ...autosave,
    revision: () => autosave.known().revision,
    set(id: string, answer: string | null): void {
      const { forms, answers } = autosave.known();
      const before = autosave.get().answers;
      const after = mergeAnswers(forms, answers, { ...autosave.changes(), [id]: answer });
      for (const [other, former] of Object.entries(before))
        if (!(other in after) && other !== id) closed[other] = former;
      // What was in the box before it was closed is in it again.
      const back = dropClosedChanges(forms, answers, { ...closed, ...autosave.changes(), [id]: answer });
      const returned = Object.entries(back).filter(([other]) => other in closed && !(other in after) && other !== id);
      autosave.set({ ...(answer === 'yes' && Object.fromEntries(returned)), [id]: answer });
    },
  };
}

function classifyError(error: ApiErrorInfo, sent: Changes) {
  if (error.code === 'not_found' || error.code === 'forms.already_submitted') return { kind: 'gone' } as const;
  const names = Object.keys(sent);
  if (error.code === 'forms.being_signed') return { kind: 'drop', names, loss: 'signed' } as const;
  const refused = error.entries.flatMap(({ path }) => (path === undefined ? [] : [path]));
  // The path of a refused body is longer than that of an answer.
  const out = names.filter((id) => refused.some((path) => path === id || path.endsWith(`.${id}`)));
  if (error.status < 500 && out.length > 0) return { kind: 'drop', names: out, loss: 'closed' } as const;
  return { kind: 'later' } as const;
}

/** The account keeps no blanks around an answer. */
function isSameAnswers(some: Answers, others: Answers): boolean {
  const ids = new Set([...Object.keys(some), ...Object.keys(others)]);
  return [...ids].every((id) => (some[id] ?? '').trim() === (others[id] ?? '').trim());
}

export type AnswersAutosave = ReturnType<typeof createAnswersAutosave>;
