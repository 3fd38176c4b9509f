import { useState } from 'react';
import { useIntl } from 'react-intl';
import { failureText } from '../../../platform/web/failure-text.ts';
import { removeWithUndo } from '../../../ui/remove-with-undo.tsx';
import type { ApplicationRow } from '../shared/application.ts';
import { levelName } from '../shared/words.ts';
import { applications, removeOnce } from './client.ts';
import { refreshApplications } from './queries.ts';

/** Throws a draft away at once and offers to take that back. */
export function useDraftRemoval() {
  const intl = useIntl();
  const [leavingId, setLeavingId] = useState<number | null>(null);

  async function remove(row: ApplicationRow): Promise<void> {
    const { id } = row;
    setLeavingId(id);
    await removeWithUndo({
      remove: () => removeOnce(applications('DELETE Applications/{id}', { params: { id } })),
      restore: () => applications('POST Applications/{id}/restore', { params: { id } }),
      refresh: refreshApplications,
      text: intl.formatMessage({ id: 'applications.own.thrown_away' }, { level: levelName(intl, row) }),
      undoLabel: intl.formatMessage({ id: 'applications.own.undo' }),
      failureText: (error) => failureText(intl, error),
    });
    setLeavingId(null);
  }
  return { leavingId, remove };
}
