import { useState } from 'react';
import { useIntl } from 'react-intl';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { removeWithUndo } from '#ui/lists/remove-with-undo.tsx';
import type { DraftSummary } from '#features/forms/shared/contract.ts';
import { formClient } from '#features/forms/web/client.ts';
import { refreshForms } from '#features/forms/web/queries.ts';

/** Deletes a draft immediately and offers to undo it. */
export function useDraftRemoval() {
  const intl = useIntl();
  const [leavingId, setLeavingId] = useState<string | null>(null);

  async function remove({ id, name }: DraftSummary): Promise<void> {
    setLeavingId(id);
    await removeWithUndo({
      remove: () => formClient('DELETE Drafts/{id}', { params: { id } }),
      restore: () => formClient('POST Drafts/{id}/restore', { params: { id } }),
      refresh: refreshForms,
      text: intl.formatMessage({ id: 'forms.list.thrown_away' }, { name }),
      undoLabel: intl.formatMessage({ id: 'forms.list.undo' }),
      failureText: (error) => formatErrorMessage(intl, error),
    });
    setLeavingId(null);
  }
  return { leavingId, remove };
}
