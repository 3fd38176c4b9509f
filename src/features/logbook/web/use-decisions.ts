import { useMutation } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { ApiError } from '../../../platform/web/client.ts';
import { graphql } from '../../../platform/web/graphql.ts';
import { queries } from '../../../platform/web/query.ts';
import { showToast } from '../../../ui/toast-store.ts';
import type { FieldRemark, WaitingLog } from '../shared/contract.ts';
import { documents } from './documents.ts';
import { logbookKey, refreshLogbook } from './queries.ts';
import { failureText } from '../../../platform/web/failure-text.ts';
import { groupIntoClasses } from './waiting-classes.ts';

const waitingKey = [...logbookKey, 'waiting'];
/** As many as one call takes. */
const mostAtOnce = 100;

export interface Versioned {
  id: string;
  version: number;
}

/** What the instructor decides is gone from the inbox at once, and back in it when the server does not agree. */
function useDecision<Input extends { logs: readonly Versioned[] }>(send: (input: Input) => Promise<unknown>) {
  const intl = useIntl();
  return useMutation({
    mutationFn: send,
    onMutate: async ({ logs }) => {
      await queries.cancelQueries({ queryKey: waitingKey });
      const former = queries.getQueryData<WaitingLog[]>(waitingKey);
      const decided = new Set(logs.map(({ id }) => id));
      queries.setQueryData<WaitingLog[]>(waitingKey, (waiting) => waiting?.filter(({ id }) => !decided.has(id)));
      return former;
    },
    onError: (error, _input, former) => {
      if (former !== undefined) queries.setQueryData(waitingKey, former);
      const hasChanged =
        error instanceof ApiError && ['logbook.stale', 'logbook.locked', 'not_found'].includes(error.code);
      showToast({
        text: hasChanged ? intl.formatMessage({ id: 'logbook.inbox.changed' }) : failureText(intl, error),
      });
    },
    onSettled: refreshLogbook,
  });
}

/** Says what was decided and offers to undo it. The server takes it back for ten seconds, and notifies nobody before. */
function useUndoable() {
  const intl = useIntl();
  return (text: string, decided: readonly Versioned[]) => {
    const logs = decided.map(({ id, version }) => ({ id, version: version + 1 }));
    const undo = async () => {
      try {
        for (let start = 0; start < logs.length; start += mostAtOnce)
          await graphql(documents.undo, { logs: logs.slice(start, start + mostAtOnce) });
        showToast({ text: intl.formatMessage({ id: 'logbook.inbox.undone' }, { count: logs.length }) });
      } catch (error) {
        showToast({ text: failureText(intl, error) });
      }
      await refreshLogbook();
    };
    showToast({ text, undo: { label: intl.formatMessage({ id: 'logbook.inbox.undo' }), onUndo: () => void undo() } });
  };
}

interface Verifying {
  logs: readonly Versioned[];
  /** Where a dive departs from the standard. */
  reason?: string;
}

export function useVerify() {
  const intl = useIntl();
  const say = useUndoable();
  return useDecision(async ({ logs, reason }: Verifying) => {
    for (let start = 0; start < logs.length; start += mostAtOnce) {
      const part = logs.slice(start, start + mostAtOnce).map(({ id, version }) => ({ id, version }));
      await graphql(documents.verify, { logs: part, reason });
    }
    say(intl.formatMessage({ id: 'logbook.inbox.verified' }, { count: logs.length }), logs);
  });
}

/** The dive after one in the queue as the page shows it; undefined for the last, and where the queue isn't loaded. */
export function nextInQueue(id: string): WaitingLog | undefined {
  const waiting = queries.getQueryData<WaitingLog[]>(waitingKey) ?? [];
  const shown = groupIntoClasses(waiting).flatMap(({ logs }) => logs);
  const place = shown.findIndex((log) => log.id === id);
  return place < 0 ? shown[0] : (shown[place + 1] ?? shown[place - 1]);
}

interface Returning {
  logs: readonly [Versioned];
  name: string;
  reason: string;
  fields: FieldRemark[];
}

export function useReturn() {
  const intl = useIntl();
  const say = useUndoable();
  return useDecision(async ({ logs: [{ id, version }], name, reason, fields }: Returning) => {
    await graphql(documents.return, { id, version, reason, fields });
    say(intl.formatMessage({ id: 'logbook.inbox.returned' }, { name }), [{ id, version }]);
  });
}
