import { FormattedMessage } from 'react-intl';
import { boot } from '#platform/web/session/boot.ts';
import { getLanguageLabel } from '#platform/shared/locale.ts';
import type { Choice } from '#features/preferences/shared/contract.ts';
import { toEmailLanguage } from '#features/preferences/shared/rules.ts';

const subjectMessages = {
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
        what: <FormattedMessage id={subjectMessages[subject]} values={{ brand: boot.brand.shortName }} />,
        value:
          subject === 'communicationLanguage' ? (
            getLanguageLabel(toEmailLanguage(value))
          ) : (
            <FormattedMessage id={value === 'true' ? 'preferences.choice.on' : 'preferences.choice.off'} />
          ),
      }}
    />
  );
}
