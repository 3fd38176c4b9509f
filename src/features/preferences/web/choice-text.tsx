import { FormattedMessage } from 'react-intl';
import { boot } from '../../../platform/web/boot.ts';
import { nativeName } from '../../../platform/shared/locale.ts';
import type { Choice } from '../shared/contract.ts';
import { emailLanguageOf } from '../shared/rules.ts';

const names = {
  communications: 'preferences.communications',
  thirdParty: 'preferences.third_party',
  communicationLanguage: 'preferences.language',
} as const satisfies Record<Choice['subject'], string>;

/** A choice in one line, such as "News from Bluewater: on". */
export function ChoiceText({ subject, value }: Pick<Choice, 'subject' | 'value'>) {
  return (
    <FormattedMessage
      id="preferences.choice"
      values={{
        what: <FormattedMessage id={names[subject]} values={{ brand: boot.brand.shortName }} />,
        value:
          subject === 'communicationLanguage' ? (
            nativeName(emailLanguageOf(value))
          ) : (
            <FormattedMessage id={value === 'true' ? 'preferences.choice.on' : 'preferences.choice.off'} />
          ),
      }}
    />
  );
}
