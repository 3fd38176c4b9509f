import { type InfiniteData, useMutation } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { ApiError } from '#platform/web/client/client.ts';
import { graphql } from '#platform/web/client/graphql.ts';
import { currentQueryClient } from '#platform/web/client/query-client.ts';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { FieldRemark, WaitingLog } from '#features/logbook/shared/contract.ts';
import { documents } from '#features/logbook/web/graphql-documents.ts';
import { refreshLogbook, waitingKey } from '#features/logbook/web/queries.ts';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { removeFromPages } from './waiting-classes.ts';

type WaitingPages = InfiniteData<{ items: WaitingLog[]; total: number }, number>;
/** The maximum of one request. */
const maxBatchSize = 100;

export interface Versioned {
  id: string;
  version: number;
}

/** Removes decided dives from the inbox immediately, and restores them on an error. */
function useDecision<Input extends { logs: readonly Versioned[] }>(send: (input: Input) => Promise<unknown>) {
  const intl = useIntl();
  return useMutation({
    mutationFn: send,
    onMutate: async ({ logs }) => {
      await currentQueryClient().cancelQueries({ queryKey: waitingKey });
      const former = currentQueryClient().getQueryData<WaitingPages>(waitingKey);
      const decided = new Set(logs.map(({ id }) => id));
      currentQueryClient().setQueryData<WaitingPages>(
        waitingKey,
        (waiting) => waiting && { ...waiting, pages: removeFromPages(waiting.pages, decided) },
      );
      return former;
    },
    onError: (error, _input, former) => {
      if (former !== undefined) currentQueryClient().setQueryData(waitingKey, former);
      const hasChanged =
        error instanceof ApiError && ['logbook.stale', 'logbook.locked', 'not_found'].includes(error.code);
      showToast({
        text: hasChanged ? intl.formatMessage({ id: 'logbook.inbox.changed' }) : formatErrorMessage(intl, error),
      });
    },
    onSettled: refreshLogbook,
  });
}

/** Shows the decision with an undo action. The server allows it for ten seconds and notifies no one before. */
function useUndoToast() {
  const intl = useIntl();
  return (text: string, decided: readonly Versioned[]) => {
    const logs = decided.map(({ id, version }) => ({ id, version: version + 1 }));
    const undo = async () => {
      try {
        for (let start = 0; start < logs.length; start += maxBatchSize)
          await graphql(documents.undo, { logs: logs.slice(start, start + maxBatchSize) });
        showToast({ text: intl.formatMessage({ id: 'logbook.inbox.undone' }, { count: logs.length }) });
      } catch (error) {
        showToast({ text: formatErrorMessage(intl, error) });
      }
      await refreshLogbook();
    };
    showToast({ text, undo: { label: intl.formatMessage({ id: 'logbook.inbox.undo' }), onUndo: () => void undo() } });
  };
}

interface VerifyInput {
  logs: readonly Versioned[];
  /** Required for dives with deviations. */
  reason?: string;
}

export function useVerifyLogs() {
  const intl = useIntl();
  const showUndo = useUndoToast();
  return useDecision(async ({ logs, reason }: VerifyInput) => {
    for (let start = 0; start < logs.length; start += maxBatchSize) {
      const part = logs.slice(start, start + maxBatchSize).map(({ id, version }) => ({ id, version }));
      await graphql(documents.verify, { logs: part, reason });
    }
    showUndo(intl.formatMessage({ id: 'logbook.inbox.verified' }, { count: logs.length }), logs);
  });
}

/** The dive after this one in the displayed queue; undefined for the last, or if the queue isn't loaded. */
export function findNextInQueue(id: string): WaitingLog | undefined {
  const { pages = [] } = currentQueryClient().getQueryData<WaitingPages>(waitingKey) ?? {};
  const shown = pages.flatMap(({ items }) => items);
  const place = shown.findIndex((log) => log.id === id);
  return place < 0 ? shown[0] : (shown[place + 1] ?? shown[place - 1]);
}

interface ReturnInput {
  logs: readonly [Versioned];
  name: string;
  reason: string;
  fields: FieldRemark[];
}

export function useReturnLog() {
  const intl = useIntl();
  const showUndo = useUndoToast();
  return useDecision(async ({ logs: [{ id, version }], name, reason, fields }: ReturnInput) => {
    await graphql(documents.return, { id, version, reason, fields });
    showUndo(intl.formatMessage({ id: 'logbook.inbox.returned' }, { name }), [{ id, version }]);
  });
}
