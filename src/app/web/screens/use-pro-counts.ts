import { useAssigned } from '#features/applications/web/assigned/assigned-queries.ts';
import { useReceivedRecords } from '#features/forms/web/list/list-queries.ts';
import { useBoardSummary } from '#features/learning/web/board/board-queries.ts';
import { useFirstLogsToVerify } from '#features/logbook/web/queries.ts';
import type { ProCounts } from '#features/professionals/web/home/urgent-task.ts';
import { isInstructor } from '#domain/roles.ts';
import { countFromQuery } from '#platform/web/client/query-state.ts';
import { currentToken } from '#platform/web/session/session.ts';

export const shownDives = 3;

/** The open tasks of a professional or store, from the lists of their home page. */
export function useProCounts(): ProCounts {
  const isTeaching = isInstructor(currentToken()?.affiliateTypeId ?? 0);
  const board = useBoardSummary();
  const waiting = useFirstLogsToVerify(isTeaching, shownDives);
  const assigned = useAssigned('', 'to_review');
  const clearances = useReceivedRecords('', 'review');
  return {
    clearances: countFromQuery(clearances, ({ pages }) => pages[0]?.total ?? 0),
    dives: isTeaching ? countFromQuery(waiting, ({ total }) => total) : 0,
    // Stores can read applications, but only instructors review them.
    applications: isTeaching ? countFromQuery(assigned, ({ pages }) => pages[0]?.total ?? 0) : 0,
    ready: countFromQuery(board, ({ ready }) => ready),
    forms: countFromQuery(board, ({ forms: { missing, physician, expired } }) => missing + physician + expired),
  };
}
