import { unsentBox, useAutosave } from '../../../platform/web/use-autosave.ts';
import type { Draft } from '../shared/contract.ts';
import { createAutosave, type Autosave } from './autosave.ts';
import { forms } from './client.ts';
import { fetchDraft } from './queries.ts';

/** The answers of forms that are open on this page, for as long as it stands. */
export function useAnswers(draft: Draft): Autosave {
  return useAutosave(draft, () =>
    createAutosave({
      draft,
      // Medical answers: nobody else on this device is to find them.
      box: unsentBox(`form:${draft.id}`),
      put: (changes) => forms('PUT Drafts/{id}', { params: { id: draft.id }, body: { changes } }),
      fetch: () => fetchDraft(draft.id),
      browser: window,
    }),
  );
}
