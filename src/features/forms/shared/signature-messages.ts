import type { IntlShape } from 'react-intl';

/** What stands at a field to sign in, wherever somebody signs; another area has these words under names of its own. */
export function signatureMessages(
  intl: Pick<IntlShape, 'formatMessage'>,
  name: string,
  idOf = (word: string) => `forms.sign.${word}`,
) {
  const say = (word: string) => intl.formatMessage({ id: idOf(word) }, { name });
  return {
    way: say('way'),
    draw: say('draw'),
    type: say('type'),
    area: say('area'),
    drawHint: say('draw_hint'),
    typeLabel: say('type_label'),
    typeHint: say('type_hint'),
    undo: say('undo'),
    clear: say('clear'),
  };
}
