import { useIntl } from 'react-intl';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';

const sections = [92, 380, 160, 200];

/** The shape of the sections. */
export function AccountSkeleton() {
  const intl = useIntl();
  return (
    <SkeletonGroup label={intl.formatMessage({ id: 'account.loading' })} className="mt-8 grid gap-8">
      {sections.map((height) => (
        <div key={height} className="grid gap-4 xl:grid-cols-[300px_minmax(0,1fr)] xl:gap-12">
          <Skeleton height={28} width={160} />
          <Skeleton height={height} />
        </div>
      ))}
    </SkeletonGroup>
  );
}
