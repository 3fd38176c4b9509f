import { createDraft } from '#platform/web/sync/draft.ts';
import type { DraftState } from '#platform/web/sync/draft-options.ts';
import type { DraftStorage } from '#platform/web/sync/draft-storage.ts';
import type { ApiErrorInfo } from '#platform/web/client/api-errors.ts';
import type { Answers, Draft } from '#features/forms/shared/contract.ts';
import { mergeAnswers, dropClosedChanges, type Changes } from './answers.ts';

/** The answers on the screen. Changes are lost if they are in a closed box or the draft was signed. */
export type AnswersState = DraftState<{ answers: Answers }>;

type KnownDraft = Pick<Draft, 'forms' | 'answers' | 'revision' | 'state'>;

interface AutosaveOptions {
  draft: KnownDraft;
  storage: DraftStorage<Changes>;
  put: (changes: Changes) => Promise<{ revision: number; savedDate: string; answers: Answers }>;
  fetch: () => Promise<KnownDraft>;
  browser: EventTarget;
}

/** Saves the answers of a draft and merges those of other devices. */
export function createAnswersAutosave({ draft, storage, put, fetch, browser }: AutosaveOptions) {
  const autosave = createDraft<KnownDraft, string | null, { answers: Answers }>({
    known: draft,
    storage,
    fetch,
    browser,
    view: (known, changes) => ({ answers: mergeAnswers(known.forms, known.answers, changes) }),
    prune: (known, changes) => dropClosedChanges(known.forms, known.answers, changes),
    async put(changes, known) {
      const { revision, savedDate, answers } = await put(changes);
      return { known: { ...known, revision, answers }, at: new Date(savedDate) };
    },
    resolveError: classifyError,
    isOlder: (next, known) => next.revision < known.revision,
    isSame: (some, others) => isSameAnswers(some.answers, others.answers),
  });
  /** Answers in boxes that a no closed, to restore them if it was a mistake. They last as long as the page. */
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
      // Answers return when their box opens again.
      const reopened = dropClosedChanges(forms, answers, { ...closed, ...autosave.changes(), [id]: answer });
      const restored = Object.entries(reopened).filter(
        ([other]) => other in closed && !(other in after) && other !== id,
      );
      autosave.set({ ...(answer === 'yes' && Object.fromEntries(restored)), [id]: answer });
    },
  };
}

function classifyError(error: ApiErrorInfo, sent: Changes) {
  if (error.code === 'not_found' || error.code === 'forms.already_submitted') return { kind: 'gone' } as const;
  const names = Object.keys(sent);
  if (error.code === 'forms.being_signed') return { kind: 'drop', names, loss: 'signed' } as const;
  const rejected = error.entries.flatMap(({ path }) => (path === undefined ? [] : [path]));
  // The path of an invalid body is longer than the id of an answer.
  const dropped = names.filter((id) => rejected.some((path) => path === id || path.endsWith(`.${id}`)));
  if (error.status < 500 && dropped.length > 0) return { kind: 'drop', names: dropped, loss: 'closed' } as const;
  return { kind: 'later' } as const;
}

/** The server trims answers. */
function isSameAnswers(some: Answers, others: Answers): boolean {
  const ids = new Set([...Object.keys(some), ...Object.keys(others)]);
  return [...ids].every((id) => (some[id] ?? '').trim() === (others[id] ?? '').trim());
}

export type AnswersAutosave = ReturnType<typeof createAnswersAutosave>;
