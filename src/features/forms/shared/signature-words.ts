import type { IntlShape } from 'react-intl';

/** What stands at a field to sign in, wherever somebody signs. */
export function signatureWords(intl: Pick<IntlShape, 'formatMessage'>, name: string) {
  const say = (id: string) => intl.formatMessage({ id: `forms.sign.${id}` }, { name });
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
