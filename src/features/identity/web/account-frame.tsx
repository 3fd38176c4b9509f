import { useEffect, useRef, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { listLanguages, type Locale } from '#platform/shared/locale.ts';
import { boot } from '#platform/web/session/boot.ts';
import { switchLocale, useLocale } from '#platform/web/i18n/i18n.tsx';
import { BrandLogo } from '#ui/display/brand-logo.tsx';
import { NauticalChart } from '#ui/dive/nautical-chart.tsx';
import { LanguageSelect } from '#ui/fields/language-select.tsx';

const languages = listLanguages();
const placeMessageIds = ['identity.place.rock', 'identity.place.nave', 'identity.place.gully'] as const;
const footLink = '-my-[15px] py-[15px] text-inherit';

/** The layout of the account service's pages: chart, logo, one column of content, and footer. */
export function AccountFrame({ children }: { children: ReactNode }) {
  const intl = useIntl();
  const locale = useLocale();
  const { name, shortName, tagline, links, logo: mark } = boot.brand;
  const logo = { name: shortName, mark, tagline, label: name };
  return (
    <div className="relative isolate min-h-dvh overflow-x-clip">
      <div className="absolute inset-x-0 top-0 -z-10 h-65 overflow-clip lg:fixed lg:h-dvh">
        {/* Always large enough to show the coast, and to leave the text on land. */}
        <div className="absolute start-0 bottom-0 h-[max(260px,66.67vw)] w-full lg:h-full lg:w-[max(100%,160dvh,1180px)] [&>svg]:h-full">
          <NauticalChart placeNames={placeMessageIds.map((id) => intl.formatMessage({ id }))} />
        </div>
      </div>
      <div className="px-(--gutter) pb-8 lg:grid lg:min-h-dvh lg:grid-rows-[auto_1fr_auto] lg:ps-22 lg:pe-0 lg:pt-10">
        <header className="h-60 lg:h-auto">
          <span className="only-wide">
            <BrandLogo {...logo} size="large" />
          </span>
        </header>
        <main className="max-w-100 lg:w-full lg:self-center lg:py-8">
          <div className="only-phone mb-5">
            <BrandLogo {...logo} size="small" />
          </div>
          {children}
        </main>
        <footer className="mt-5 flex [&>label]:-my-[15px] [&>label]:min-h-12 flex-wrap items-center gap-x-5 gap-y-[30px] text-xs text-ink-2 lg:mt-0">
          <LanguageSelect
            label={intl.formatMessage({ id: 'identity.foot.language' })}
            value={locale}
            options={languages}
            onChoose={(code) => void switchLocale(code as Locale)}
          />
          <a className={footLink} href={links.privacy}>
            <FormattedMessage id="identity.foot.privacy" />
          </a>
          <Link className={footLink} to="/verify">
            <FormattedMessage id="identity.foot.verify" />
          </Link>
        </footer>
      </div>
    </div>
  );
}

/** Sets the headline and the tab's title. `takesFocus` if it replaces the content the person was working on. */
export function AccountHead({
  title,
  text,
  takesFocus = false,
}: {
  title: string;
  text?: ReactNode;
  takesFocus?: boolean;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${boot.brand.shortName}`;
  }, [title]);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <>
      <h1 ref={heading} tabIndex={-1} data-page-title="">
        {title}
      </h1>
      {text !== undefined && <p className="mt-1 text-ink-2">{text}</p>}
    </>
  );
}
