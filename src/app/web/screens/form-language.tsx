import { Languages } from '#ui/icons/icons.ts';
import { FormattedMessage, useIntl } from 'react-intl';
import { chooseLanguage } from '#features/account/web/settings/choose-language.ts';
import { refreshForms } from '#features/forms/web/queries.ts';
import { listLanguages, type Locale } from '#platform/shared/locale.ts';
import { useLocale } from '#platform/web/i18n/i18n.tsx';
import { LanguageSelect } from '#ui/fields/language-select.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';

const languages = listLanguages();

/** A language select for forms, because phones show no footer. */
export function FormLanguage() {
  const intl = useIntl();
  const locale = useLocale();
  async function choose(code: Locale): Promise<void> {
    try {
      await chooseLanguage(code);
    } catch {
      showToast({ text: <FormattedMessage id="GeneralError" /> });
    }
    await refreshForms();
  }
  return (
    <LanguageSelect
      sign={<Languages size={22} strokeWidth={1.75} aria-hidden="true" />}
      label={intl.formatMessage({ id: 'shell.foot.language' })}
      value={locale}
      options={languages}
      onChoose={(code) => void choose(code as Locale)}
    />
  );
}
