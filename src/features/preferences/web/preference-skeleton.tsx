import { useIntl } from 'react-intl';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';

export function PreferenceSkeleton() {
  const intl = useIntl();
  return (
    <SkeletonGroup label={intl.formatMessage({ id: 'preferences.loading' })} className="mt-6 grid gap-4">
      <Skeleton height={30} width={160} />
      <Skeleton height={290} />
      <Skeleton height={56} />
      <Skeleton height={48} width={120} />
    </SkeletonGroup>
  );
}
