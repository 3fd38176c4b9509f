import { createOutboxStorage, useAutosave } from '#platform/web/sync/use-autosave.ts';
import type { Draft } from '#features/forms/shared/contract.ts';
import { createAnswersAutosave, type AnswersAutosave } from './answers-autosave.ts';
import { formsClient } from '#features/forms/web/client.ts';
import { fetchDraft } from '#features/forms/web/queries.ts';

/** The autosave of a draft, as long as the page is open. */
export function useAnswersAutosave(draft: Draft): AnswersAutosave {
  return useAutosave(draft, () =>
    createAnswersAutosave({
      draft,
      // The outbox storage is used, because medical answers must not be readable by other users of the device.
      box: createOutboxStorage(`form:${draft.id}`),
      put: (changes) => formsClient('PUT Drafts/{id}', { params: { id: draft.id }, body: { changes } }),
      fetch: () => fetchDraft(draft.id),
      browser: window,
    }),
  );
}
