import { createOutboxStorage, useAutosave } from '#platform/web/sync/use-autosave.ts';
import type { Draft } from '#features/forms/shared/contract.ts';
import { createAnswersAutosave, type AnswersAutosave } from './answers-autosave.ts';
import { formsClient } from '#features/forms/web/client.ts';
import { fetchDraft } from '#features/forms/web/queries.ts';

/** The answers of forms that are open on this page, for as long as it stands. */
export function useAnswersAutosave(draft: Draft): AnswersAutosave {
  return useAutosave(draft, () =>
    createAnswersAutosave({
      draft,
      // Medical answers: nobody else on this device is to find them.
      box: createOutboxStorage(`form:${draft.id}`),
      put: (changes) => formsClient('PUT Drafts/{id}', { params: { id: draft.id }, body: { changes } }),
      fetch: () => fetchDraft(draft.id),
      browser: window,
    }),
  );
}
