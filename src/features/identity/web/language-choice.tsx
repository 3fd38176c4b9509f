import { Globe } from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import { intlTag, locales, nativeName, type Locale } from '../../../platform/shared/locale.ts';
import { switchLocale, useLocale } from '../../../platform/web/i18n.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';

const choices = locales
  .map((locale) => ({ locale, name: nativeName(locale) }))
  .toSorted((a, b) => a.name.localeCompare(b.name));

/** The browser's own list, under the words: it works with every keyboard, finger and screen reader there is. */
export function LanguageChoice() {
  const locale = useLocale();
  return (
    <label className="relative -my-[15px] inline-flex items-center gap-1.5 rounded-in py-[15px] outline-focus has-focus-visible:outline-3">
      <Globe size={18} aria-hidden="true" />
      <VisuallyHidden>
        <FormattedMessage id="identity.foot.language" />
      </VisuallyHidden>
      <span aria-hidden="true">{nativeName(locale)}</span>
      <select
        className="absolute inset-0 w-full cursor-pointer bg-surface text-ink opacity-0"
        value={locale}
        onChange={(event) => void switchLocale(event.target.value as Locale)}
      >
        {choices.map((choice) => (
          <option key={choice.locale} value={choice.locale} lang={intlTag(choice.locale)}>
            {choice.name}
          </option>
        ))}
      </select>
    </label>
  );
}
