import { lazy, Suspense } from 'react';
import { useIntl } from 'react-intl';
import { ensureMessages } from '#platform/web/i18n/i18n.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';

/** Starts loading with this module instead of at the first render. */
const preloads = Promise.all([import('./dashboard-body.tsx'), ensureMessages('learning')]);
const DashboardBody = lazy(async () => ({ default: (await preloads)[0].DashboardBody }));

/**
 * The first page after sign-in. Kept small, so the skeleton appears immediately; the body is loaded separately.
 */
export function DashboardScreen() {
  return (
    <Suspense fallback={<DashboardSkeleton />}>
      <DashboardBody />
    </Suspense>
  );
}

/** Has no headline, because the focus moves to the one in the body. */
function DashboardSkeleton() {
  const intl = useIntl();
  return (
    <SkeletonGroup label={intl.formatMessage({ id: 'shell.page.dashboard' })} className="grid gap-6">
      <Skeleton height={64} width="60%" />
      <Skeleton height={160} />
      <Skeleton height={240} />
    </SkeletonGroup>
  );
}
