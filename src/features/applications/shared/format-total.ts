import type { IntlShape } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { maxTotal } from './max-total.ts';

/** A message with a total. Applications are counted up to a limit, which gets a plus sign. */
export function formatTotal(intl: IntlShape, id: MessageId, count: number): string {
  const text = intl.formatMessage({ id }, { count });
  return count < maxTotal ? text : text.replace(intl.formatNumber(count), (number) => `${number}+`);
}
