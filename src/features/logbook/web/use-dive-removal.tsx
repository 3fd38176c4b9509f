import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { graphql } from '../../../platform/web/graphql.ts';
import { queries } from '../../../platform/web/query.ts';
import { dismissToast, showToast } from '../../../ui/toast-store.ts';
import { documents } from './documents.ts';
import { logbookKey } from './queries.ts';
import { failureText } from '../../../platform/web/failure-text.ts';

/** Deletes at once and offers to undo it. */
export function useDiveRemoval() {
  const intl = useIntl();
  const [leavingId, setLeavingId] = useState<string | null>(null);

  async function remove(log: { id: string; dive_title: string }, onGone: () => void): Promise<void> {
    const title = log.dive_title || intl.formatMessage({ id: 'logbook.show.untitled' });
    setLeavingId(log.id);
    const deletion = graphql(documents.delete, { ids: [log.id] });
    const undo = () =>
      void deletion
        .then(() => graphql(documents.restore, { ids: [log.id] }))
        .catch((error: unknown) => showToast({ text: failureText(intl, error) }))
        .finally(refresh);
    const toast = showToast({
      icon: <Trash2 size={20} aria-hidden="true" />,
      text: intl.formatMessage({ id: 'logbook.list.deleted' }, { title }),
      undo: { label: intl.formatMessage({ id: 'logbook.list.undo' }), onUndo: undo },
    });
    try {
      await deletion;
    } catch (error) {
      dismissToast(toast);
      showToast({ text: failureText(intl, error) });
    }
    await refresh();
    setLeavingId(null);
    // By then the page stands without it.
    requestAnimationFrame(onGone);
  }
  return { leavingId, remove };
}

const refresh = () => queries.invalidateQueries({ queryKey: logbookKey });
