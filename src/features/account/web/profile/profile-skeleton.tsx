import { useIntl } from 'react-intl';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';

/** The shape of the page: the name, the photo, the cards. */
export function ProfileSkeleton() {
  const intl = useIntl();
  return (
    <SkeletonGroup label={intl.formatMessage({ id: 'account.profile.loading' })} className="grid max-w-[712px] gap-4">
      <Skeleton height={64} width={280} />
      <Skeleton height={200} />
      <Skeleton height={260} />
      <Skeleton height={230} />
    </SkeletonGroup>
  );
}
