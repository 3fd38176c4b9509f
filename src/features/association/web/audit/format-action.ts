import type { IntlShape } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import type { AuditEntry } from '#features/association/shared/contract.ts';

/** Actions without a message are shown by their name. */
export function formatAction(
  intl: IntlShape,
  { action, subject, subjectName }: Pick<AuditEntry, 'action' | 'subject' | 'subjectName'>,
): string {
  const id = `association.deed.${action.replaceAll(/[.-]/g, '_')}` as MessageId;
  const name = subjectName ?? subject;
  // The isolate keeps the name's own text direction.
  if (id in intl.messages) return intl.formatMessage({ id }, { name: `\u2068${name}\u2069` });
  return `${action} \u2068${name}\u2069`;
}
