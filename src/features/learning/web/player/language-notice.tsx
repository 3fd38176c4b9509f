import { clsx } from 'clsx';
import { FormattedMessage, useIntl } from 'react-intl';
import { useLocale } from '#platform/web/i18n/i18n.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { getLanguageProps } from './content-language.tsx';

/** Tells the reader that the course is not available in their language. */
export function LanguageNotice({ culture, className }: { culture: string; className?: string }) {
  const intl = useIntl();
  const locale = useLocale();
  if (culture === locale) return null;
  const nameOf = (name: string) =>
    intl.formatDisplayName(getLanguageProps(name).lang.split('-')[0] ?? name, { type: 'language' });
  return (
    <div className={clsx('mt-4', className)} data-part="language-notice">
      <Callout>
        <FormattedMessage
          id="learning.player.other_language"
          values={{ wanted: nameOf(locale), shown: nameOf(culture) }}
        />
      </Callout>
    </div>
  );
}
