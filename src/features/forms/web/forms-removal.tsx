import { useState } from 'react';
import { useIntl } from 'react-intl';
import { failureText } from '../../../platform/web/failure-text.ts';
import { removeWithUndo } from '../../../ui/remove-with-undo.tsx';
import type { DraftSummary } from '../shared/contract.ts';
import { forms } from './client.ts';
import { refreshForms } from './queries.ts';

/** Throws forms away at once and offers to take that back. */
export function useDraftRemoval() {
  const intl = useIntl();
  const [leavingId, setLeavingId] = useState<string | null>(null);

  async function remove({ id, name }: DraftSummary): Promise<void> {
    setLeavingId(id);
    await removeWithUndo({
      remove: () => forms('DELETE Drafts/{id}', { params: { id } }),
      restore: () => forms('POST Drafts/{id}/restore', { params: { id } }),
      refresh: refreshForms,
      text: intl.formatMessage({ id: 'forms.list.thrown_away' }, { name }),
      undoLabel: intl.formatMessage({ id: 'forms.list.undo' }),
      failureText: (error) => failureText(intl, error),
    });
    setLeavingId(null);
  }
  return { leavingId, remove };
}
