import { useState } from 'react';
import { useIntl } from 'react-intl';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { removeWithUndo } from '#ui/lists/remove-with-undo.tsx';
import type { ApplicationRow } from '#features/applications/shared/application.ts';
import { levelName } from '#features/applications/shared/labels.ts';
import { applicationClient, ignoreNotFound } from '#features/applications/web/client.ts';
import { refreshApplications } from '#features/applications/web/queries.ts';

/** Deletes a draft immediately and offers to undo it. */
export function useDraftRemoval() {
  const intl = useIntl();
  const [leavingId, setLeavingId] = useState<number | null>(null);

  async function remove(row: ApplicationRow): Promise<void> {
    const { id } = row;
    setLeavingId(id);
    await removeWithUndo({
      remove: () => ignoreNotFound(applicationClient('DELETE Applications/{id}', { params: { id } })),
      restore: () => applicationClient('POST Applications/{id}/restore', { params: { id } }),
      refresh: refreshApplications,
      text: intl.formatMessage({ id: 'applications.own.thrown_away' }, { level: levelName(intl, row) }),
      undoLabel: intl.formatMessage({ id: 'applications.own.undo' }),
      failureText: (error) => formatErrorMessage(intl, error),
    });
    setLeavingId(null);
  }
  return { leavingId, remove };
}
