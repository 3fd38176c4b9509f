import { FormattedMessage, useIntl } from 'react-intl';
import { chooseLanguage } from '../../features/account/web/choose-language.ts';
import { isMainlandChina } from '../../platform/shared/boot.ts';
import { languageList, type Locale } from '../../platform/shared/locale.ts';
import { boot } from '../../platform/web/boot.ts';
import { useLocale } from '../../platform/web/i18n.tsx';
import { LanguageChoice } from '../../ui/language-choice.tsx';
import { showToast } from '../../ui/toast-store.ts';

/** The same in all languages, so worked out once. */
const languages = languageList();

const year = new Date().getFullYear();

export function Footer() {
  const intl = useIntl();
  const locale = useLocale();
  const { name, links, mainlandChina } = boot.brand;
  return (
    <footer className="foot">
      <bdi>
        © {year} {name}
      </bdi>
      <a href={links.privacy}>
        <FormattedMessage id="shell.foot.privacy" />
      </a>
      <a href={links.consumerProtection}>
        <FormattedMessage id="shell.foot.consumerProtection" />
      </a>
      <a href={links.contact}>
        <FormattedMessage id="shell.foot.contact" />
      </a>
      {isMainlandChina(boot.brand, location.hostname) && (
        <a href={mainlandChina.icpLink} rel="noreferrer">
          {mainlandChina.icpNumber}
        </a>
      )}
      <LanguageChoice
        label={intl.formatMessage({ id: 'shell.foot.language' })}
        value={locale}
        options={languages}
        onChoose={(code) =>
          void chooseLanguage(code as Locale).catch(() => showToast({ text: <FormattedMessage id="GeneralError" /> }))
        }
      />
      <span className="num" title={intl.formatMessage({ id: 'shell.foot.version' })}>
        {boot.version}
      </span>
    </footer>
  );
}
