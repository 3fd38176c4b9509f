import { boot } from '#platform/web/session/boot.ts';
import { BrandLogo } from '#ui/display/brand-logo.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { brandLinkClass, HeaderBar } from './header-bar.tsx';
import { PageMain } from '#ui/layout/page-main.tsx';

/** The frame while the first page loads, so the layout does not shift. */
export function ShellSkeleton() {
  if (location.pathname.startsWith('/sso/') || location.pathname.startsWith('/login')) return null;
  return (
    <div aria-busy="true">
      <HeaderBar>
        <span className={brandLinkClass}>
          <BrandLogo name={boot.brand.shortName} mark={boot.brand.logo} tagline={boot.brand.tagline} />
        </span>
      </HeaderBar>
      <div className="lg:grid lg:grid-cols-[var(--side)_minmax(0,1fr)]">
        <div className="hidden lg:block" />
        <PageMain>
          <Skeleton height={38} width="min(20rem, 100%)" />
          <div className="mt-6">
            <Skeleton height={240} />
          </div>
        </PageMain>
      </div>
    </div>
  );
}
