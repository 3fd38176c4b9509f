import './shell.css';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, Outlet } from 'react-router';
import { boot } from '#platform/web/session/boot.ts';
import { BrandLogo } from '#ui/display/brand-logo.tsx';
import { buttonClass } from '#ui/buttons/button.tsx';
import { SkipLink } from '#ui/navigation/skip-link.tsx';
import { Banners } from './banners.tsx';
import { EmailVerification } from './email-verification.tsx';
import { Footer } from './footer.tsx';
import { usePageChange } from './use-page-change.ts';

/** The frame of public pages: header and footer without personal data. */
export function PublicFrame() {
  const intl = useIntl();
  usePageChange();
  return (
    <>
      <SkipLink label={intl.formatMessage({ id: 'shell.skip' })} />
      <header className="top">
        <a className="brand-link" href="/training/dashboard" aria-label={boot.brand.name}>
          <BrandLogo name={boot.brand.shortName} mark={boot.brand.logo} tagline={boot.brand.tagline} />
        </a>
        <div className="top-end">
          <Link className={buttonClass({ kind: 'quiet' })} to="/login/sign-in">
            <FormattedMessage id="shell.signIn" />
          </Link>
        </div>
      </header>
      <Banners />
      <main className="page" id="main" tabIndex={-1}>
        <Outlet />
        <Footer />
      </main>
      <EmailVerification />
    </>
  );
}
