import { useIntl } from 'react-intl';
import type { SignatureWords } from '../../../ui/signature-field.tsx';

/** What stands at a field to sign in. */
export function useSignatureWords(name: string): SignatureWords {
  const intl = useIntl();
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
