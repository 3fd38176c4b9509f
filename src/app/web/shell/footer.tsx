import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { chooseLanguage } from '#features/account/web/settings/choose-language.ts';
import { isMainlandChinaHost } from '#platform/shared/boot-data.ts';
import { listLanguages, type Locale } from '#platform/shared/locale.ts';
import { boot } from '#platform/web/session/boot.ts';
import { useLocale } from '#platform/web/i18n/i18n.tsx';
import { LanguageSelect } from '#ui/fields/language-select.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';

const languages = listLanguages();

const year = new Date().getFullYear();

const linkClass = 'py-1.5 text-inherit';

/** `children` are further links. */
export function Footer({ children }: { children?: ReactNode }) {
  const intl = useIntl();
  const locale = useLocale();
  const { name, links, mainlandChina } = boot.brand;
  return (
    <footer className="print:hidden mt-16 flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line py-5 text-xs text-ink-3 [main:has([data-bleed],>[data-full-page])_&]:hidden max-lg:[html:has([data-part=task-bar])_&]:hidden">
      <bdi>
        © {year} {name}
      </bdi>
      <a className={linkClass} href={links.privacy}>
        <FormattedMessage id="shell.foot.privacy" />
      </a>
      <a className={linkClass} href={links.consumerProtection}>
        <FormattedMessage id="shell.foot.consumerProtection" />
      </a>
      <a className={linkClass} href={links.contact}>
        <FormattedMessage id="shell.foot.contact" />
      </a>
      {children}
      {isMainlandChinaHost(boot.brand, boot.host) && (
        <a className={linkClass} href={mainlandChina.icpLink} rel="noreferrer">
          {mainlandChina.icpNumber}
        </a>
      )}
      <LanguageSelect
        label={intl.formatMessage({ id: 'shell.foot.language' })}
        value={locale}
        options={languages}
        onChoose={(code) =>
          void chooseLanguage(code as Locale).catch(() => showToast({ text: <FormattedMessage id="GeneralError" /> }))
        }
      />
      <span className="num ms-auto" title={intl.formatMessage({ id: 'shell.foot.version' })}>
        {boot.version}
      </span>
    </footer>
  );
}
