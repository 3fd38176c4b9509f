import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { failureText } from '../../../platform/web/failure-text.ts';
import { dismissToast, showToast } from '../../../ui/toast-store.ts';
import type { DraftSummary } from '../shared/contract.ts';
import { forms } from './client.ts';
import { refreshForms } from './queries.ts';

/** Throws forms away at once and offers to take that back. */
export function useDraftRemoval() {
  const intl = useIntl();
  const [leavingId, setLeavingId] = useState<string | null>(null);

  async function remove({ id, name }: DraftSummary): Promise<void> {
    setLeavingId(id);
    // Its own button leaves with it.
    document.querySelector<HTMLElement>('[data-page-title]')?.focus({ preventScroll: true });
    const removal = forms('DELETE Drafts/{id}', { params: { id } });
    const undo = () =>
      void removal
        .then(() => forms('POST Drafts/{id}/restore', { params: { id } }))
        .catch((error: unknown) => showToast({ text: failureText(intl, error) }))
        .finally(refreshForms);
    const toast = showToast({
      icon: <Trash2 size={20} aria-hidden="true" />,
      text: intl.formatMessage({ id: 'forms.list.thrown_away' }, { name }),
      undo: { label: intl.formatMessage({ id: 'forms.list.undo' }), onUndo: undo },
    });
    try {
      await removal;
    } catch (error) {
      dismissToast(toast);
      showToast({ text: failureText(intl, error) });
    }
    await refreshForms();
    setLeavingId(null);
  }
  return { leavingId, remove };
}
