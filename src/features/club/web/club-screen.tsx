import './club.css';
import { useIntl } from 'react-intl';
import { boot } from '#platform/web/session/boot.ts';
import { useErrorState } from '#platform/web/client/use-error-state.ts';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { PageColumns, PageHead } from '#ui/layout/page.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { ClubBody } from './club-body.tsx';
import { useClub } from './club-queries.ts';
import { usePaymentReturn } from './use-payment-return.tsx';

export function ClubScreen() {
  const intl = useIntl();
  const errorProps = useErrorState();
  const { isAwaited, note } = usePaymentReturn();
  const query = useClub({ isAwaited });
  const { data, isError, isFetching, refetch } = query;
  if (data !== undefined) return <ClubBody page={data} note={note(data)} />;
  if (!isError) return <ClubSkeleton label={intl.formatMessage({ id: 'club.loading' })} />;
  return (
    <>
      <PageHead title={boot.brand.club} />
      <ErrorState {...errorProps} isBusy={isFetching} onRefresh={() => void refetch()} />
    </>
  );
}

function ClubSkeleton({ label }: { label: string }) {
  return (
    <SkeletonGroup label={label} className="grid gap-10">
      <Skeleton height={64} width="60%" />
      <Skeleton height={88} />
      <PageColumns>
        <div className="club-gives">
          <Skeleton height={320} />
          <Skeleton height={320} />
        </div>
        <Skeleton height={220} />
      </PageColumns>
    </SkeletonGroup>
  );
}
