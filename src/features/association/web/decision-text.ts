import type { IntlShape } from 'react-intl';
import { formatDateTime } from '#platform/shared/format-day.ts';
import type { DeskQueueName } from '#domain/audit-actions.ts';
import { formatAction } from './audit/format-action.ts';
import { deskClient } from './client.ts';

/** Who decided about an item, when and what; null if the log has no decision or can't be read. */
export async function loadDecisionText(
  intl: IntlShape,
  { queue, subject, since }: { queue: DeskQueueName; subject: string; since?: string | undefined },
): Promise<string | null> {
  const query = { queue, subject, ...(since !== undefined && { since }) };
  const decision = await deskClient('GET decisions', { query }).catch(() => null);
  if (decision === null) return null;
  const by = decision.actorName ?? intl.formatMessage({ id: 'association.audit.portal' });
  const date = formatDateTime(intl, decision.date);
  return `\u2068${by}\u2069 · ${date} · ${formatAction(intl, { ...decision, subject })}`;
}
