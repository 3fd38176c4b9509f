import './shell.css';
import { boot } from '#platform/web/session/boot.ts';
import { BrandLogo } from '#ui/display/brand-logo.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';

/** The frame while the first page loads, so the layout does not shift. */
export function ShellSkeleton() {
  if (location.pathname.startsWith('/sso/') || location.pathname.startsWith('/login')) return null;
  return (
    <div aria-busy="true">
      <header className="top">
        <span className="brand-link">
          <BrandLogo name={boot.brand.shortName} mark={boot.brand.logo} tagline={boot.brand.tagline} />
        </span>
      </header>
      <div className="frame">
        <div className="side" />
        <main className="page">
          <Skeleton height={38} width="min(20rem, 100%)" />
          <div className="mt-6">
            <Skeleton height={240} />
          </div>
        </main>
      </div>
    </div>
  );
}
