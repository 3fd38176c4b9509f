import type { IntlShape } from 'react-intl';
import type { MessageId, MessageIdEnd } from '#platform/shared/message-id.ts';

/** The messages of a signature field; other features pass `idOf` to use their own message ids. */
export function signatureMessages(
  intl: Pick<IntlShape, 'formatMessage'>,
  name: string,
  idOf = (key: MessageIdEnd<'forms.sign.'>): MessageId => `forms.sign.${key}`,
) {
  const format = (key: MessageIdEnd<'forms.sign.'>) => intl.formatMessage({ id: idOf(key) }, { name });
  return {
    way: format('way'),
    draw: format('draw'),
    type: format('type'),
    area: format('area'),
    drawHint: format('draw_hint'),
    typeLabel: format('type_label'),
    typeHint: format('type_hint'),
    undo: format('undo'),
    clear: format('clear'),
  };
}
