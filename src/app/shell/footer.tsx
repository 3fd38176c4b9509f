import { Globe } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { isMainlandChina } from '../../platform/shared/boot.ts';
import { intlTag, isLocale, locales, nativeName } from '../../platform/shared/locale.ts';
import { boot } from '../../platform/web/boot.ts';
import { useLocale } from '../../platform/web/i18n.tsx';
import { chooseLanguage } from './choose-language.ts';

/** The same in all languages, so worked out once. */
const languages = locales.map((locale) => ({ locale, name: nativeName(locale) }));

export function Footer() {
  const intl = useIntl();
  const locale = useLocale();
  const { name, links, mainlandChina } = boot.brand;
  return (
    <footer className="foot">
      <span>
        © {new Date().getFullYear()} <bdi>{name}</bdi>
      </span>
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
      <label className="language">
        <Globe size={16} strokeWidth={1.75} aria-hidden="true" />
        <span className="vh">
          <FormattedMessage id="shell.foot.language" />
        </span>
        <select
          value={locale}
          onChange={(event) => isLocale(event.target.value) && void chooseLanguage(event.target.value)}
        >
          {languages.map((language) => (
            <option key={language.locale} value={language.locale} lang={intlTag(language.locale)}>
              {language.name}
            </option>
          ))}
        </select>
      </label>
      <span className="num" title={intl.formatMessage({ id: 'shell.foot.version' })}>
        {boot.version}
      </span>
    </footer>
  );
}
