import { useEffect, useState } from 'react';
import { dropDraft, keepDraft, readDraft, unsent } from '../../../platform/web/draft.ts';
import { farewells } from '../../../platform/web/session.ts';
import type { Draft } from '../shared/contract.ts';
import type { Changes } from './answers.ts';
import { createAutosave, type Autosave } from './autosave.ts';
import { forms } from './client.ts';
import { fetchDraft } from './queries.ts';

/** The answers of forms that are open on this page, for as long as it stands. */
export function useAutosave(draft: Draft): Autosave {
  const [autosave] = useState(() =>
    createAutosave({
      draft,
      box: boxOf(draft.id),
      put: (changes) => forms('PUT Drafts/{id}', { params: { id: draft.id }, body: { changes } }),
      fetch: () => fetchDraft(draft.id),
      browser: window,
    }),
  );
  useEffect(() => {
    autosave.start();
    farewells.add(autosave.flush);
    return () => {
      farewells.delete(autosave.flush);
      autosave.end();
    };
  }, [autosave]);
  useEffect(() => autosave.meet(draft), [autosave, draft]);
  return autosave;
}

/** Medical answers: when somebody else signs in on this device, they go. */
function boxOf(draftId: string) {
  const name = `${unsent}form:${draftId}`;
  return {
    read(): Changes {
      try {
        return JSON.parse(readDraft(name)?.values['changes'] ?? '{}') as Changes;
      } catch {
        return {};
      }
    },
    keep(changes: Changes): boolean {
      if (Object.keys(changes).length > 0)
        return keepDraft(name, { values: { changes: JSON.stringify(changes) }, version: 0 });
      dropDraft(name);
      return true;
    },
  };
}
