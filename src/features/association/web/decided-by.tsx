import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import type { DeskQueueName } from '#domain/audit-actions.ts';
import { loadDecisionText } from './decision-text.ts';

interface DecidedByProps {
  queue: DeskQueueName;
  /** The item or its owner, as the audit log names it. */
  subject: string;
  /** When the item entered the queue. */
  since?: string;
}

/** Who decided about an item that left the queue, what and when. */
export function DecidedBy({ queue, subject, since }: DecidedByProps) {
  const intl = useIntl();
  const { data } = useQuery({
    queryKey: ['association', 'decision', queue, subject, since],
    queryFn: () => loadDecisionText(intl, { queue, subject, since }),
    staleTime: 0,
  });
  return (
    data && (
      <p className="mt-1 font-strong" data-part="decided-by">
        {data}
      </p>
    )
  );
}
