import { lazy, Suspense } from 'react';
import { useIntl } from 'react-intl';
import { ensureMessages } from '#platform/web/i18n/i18n.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';

/** What the page is made of is asked for with this file, not when it is first drawn. */
const preloads = Promise.all([import('./dashboard-body.tsx'), ensureMessages('learning')]);
const DashboardBody = lazy(async () => ({ default: (await preloads)[0].DashboardBody }));

/** The first page after sign-in. It weighs next to nothing, so that its shape stands at once; the rest follows. */
export function DashboardScreen() {
  return (
    <Suspense fallback={<DashboardSkeleton />}>
      <DashboardBody />
    </Suspense>
  );
}

/** Without a headline: the focus waits for the one that comes. */
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
