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

export function useVerify() {
  const intl = useIntl();
  return useDecision(async ({ logs }: { logs: readonly Versioned[] }) => {
    for (let start = 0; start < logs.length; start += mostAtOnce) {
      const part = logs.slice(start, start + mostAtOnce).map(({ id, version }) => ({ id, version }));
      await graphql(documents.verify, { logs: part });
    }
    showToast({ text: intl.formatMessage({ id: 'logbook.inbox.verified' }, { count: logs.length }) });
  });
}

interface Returning {
  logs: readonly [Versioned];
  name: string;
  reason: string;
  fields: FieldRemark[];
}

export function useReturn() {
  const intl = useIntl();
  return useDecision(async ({ logs: [{ id, version }], name, reason, fields }: Returning) => {
    await graphql(documents.return, { id, version, reason, fields });
    showToast({ text: intl.formatMessage({ id: 'logbook.inbox.returned' }, { name }) });
  });
}
