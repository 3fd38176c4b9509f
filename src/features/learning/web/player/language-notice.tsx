import { FormattedMessage, useIntl } from 'react-intl';
import { Callout } from '../../../../ui/callout.tsx';
import { languageOf } from './content-language.tsx';

/** A course that is not in somebody's language is shown in another one, and says so. */
export function LanguageNotice({ culture, requestedCulture }: { culture: string; requestedCulture: string }) {
  const intl = useIntl();
  if (culture === requestedCulture) return null;
  const nameOf = (one: string) =>
    intl.formatDisplayName(languageOf(one).lang.split('-')[0] ?? one, { type: 'language' });
  return (
    <div className="language-notice">
      <Callout>
        <FormattedMessage
          id="learning.player.other_language"
          values={{ wanted: nameOf(requestedCulture), shown: nameOf(culture) }}
        />
      </Callout>
    </div>
  );
}
