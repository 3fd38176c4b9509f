import { Trash2 } from '#ui/icons/icons.ts';
import { useCallback, useState } from 'react';
import { useIntl } from 'react-intl';
import { graphql } from '#platform/web/client/graphql.ts';
import { currentQueryClient } from '#platform/web/client/query-client.ts';
import { dismissToast, showToast } from '#ui/overlays/toast-store.ts';
import { documents } from './graphql-documents.ts';
import { logbookKey } from './queries.ts';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';

/** Deletes immediately and offers to undo it. */
export function useDiveRemoval() {
  const intl = useIntl();
  const [leavingId, setLeavingId] = useState<string | null>(null);

  const remove = useCallback(
    async (log: { id: string; dive_title: string }, onRemoved: () => void): Promise<void> => {
      const title = log.dive_title || intl.formatMessage({ id: 'logbook.show.untitled' });
      setLeavingId(log.id);
      const deletion = graphql(documents.delete, { ids: [log.id] });
      const undo = () =>
        void deletion
          .then(() => graphql(documents.restore, { ids: [log.id] }))
          .catch((error: unknown) => showToast({ text: formatErrorMessage(intl, error) }))
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
        showToast({ text: formatErrorMessage(intl, error) });
      }
      await refresh();
      setLeavingId(null);
      // The list has re-rendered without the dive by then.
      requestAnimationFrame(onRemoved);
    },
    [intl],
  );
  return { leavingId, remove };
}

const refresh = () => currentQueryClient().invalidateQueries({ queryKey: logbookKey });
