import { FormattedMessage, useIntl } from 'react-intl';
import { Link, Outlet } from 'react-router';
import { boot } from '#platform/web/session/boot.ts';
import { BrandLogo } from '#ui/display/brand-logo.tsx';
import { buttonClass } from '#ui/buttons/button.tsx';
import { SkipLink } from '#ui/navigation/skip-link.tsx';
import { Banners } from './banners.tsx';
import { EmailVerification } from './email-verification.tsx';
import { Footer } from './footer.tsx';
import { brandLinkClass, HeaderBar, HeaderEnd } from './header-bar.tsx';
import { usePageChange } from './use-page-change.ts';
import { PageMain } from '#ui/layout/page-main.tsx';

/** The frame of public pages: header and footer without personal data. */
export function PublicFrame() {
  const intl = useIntl();
  usePageChange();
  return (
    <>
      <SkipLink label={intl.formatMessage({ id: 'shell.skip' })} />
      <HeaderBar>
        <a className={brandLinkClass} href="/training/dashboard" aria-label={boot.brand.name}>
          <BrandLogo name={boot.brand.shortName} mark={boot.brand.logo} tagline={boot.brand.tagline} />
        </a>
        <HeaderEnd>
          <Link className={buttonClass({ kind: 'quiet' })} to="/login/sign-in">
            <FormattedMessage id="shell.signIn" />
          </Link>
        </HeaderEnd>
      </HeaderBar>
      <Banners />
      <PageMain id="main" tabIndex={-1}>
        <Outlet />
        <Footer />
      </PageMain>
      <EmailVerification />
    </>
  );
}
