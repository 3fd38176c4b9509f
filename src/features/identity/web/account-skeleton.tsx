import { useIntl } from 'react-intl';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';

export function AccountSkeleton() {
  const intl = useIntl();
  return (
    <SkeletonGroup label={intl.formatMessage({ id: 'identity.loading' })} className="grid gap-4">
      <Skeleton height={38} width={140} />
      <Skeleton height={26} width="85%" />
      <Skeleton height={80} />
      <Skeleton height={80} />
      <Skeleton height={56} />
    </SkeletonGroup>
  );
}
