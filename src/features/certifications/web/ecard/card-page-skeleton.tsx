import { useIntl } from 'react-intl';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';

export function CardPageSkeleton() {
  const intl = useIntl();
  return (
    <SkeletonGroup label={intl.formatMessage({ id: 'certifications.loading' })} className="grid gap-6">
      <Skeleton height={40} width="60%" />
      <Skeleton height={220} />
    </SkeletonGroup>
  );
}
