import { useQuery } from '@tanstack/react-query';
import { FormattedMessage, useIntl } from 'react-intl';
import { useErrorState } from '#platform/web/client/use-error-state.ts';
import { queryClient } from '#platform/web/client/query-client.ts';
import { CompassDrawing } from '#ui/drawings/compass-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { PageHead, PageSection } from '#ui/layout/page.tsx';
import { Rows } from '#ui/lists/row.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { scorm } from '#features/learning/web/client.ts';
import { DeskPackage } from './desk-package.tsx';
import { UploadForm } from './upload-form.tsx';
import { refreshLearning } from '#features/learning/web/queries.ts';

const packagesKey = ['desk', 'packages'] as const;

function refreshPackages(): void {
  void queryClient.invalidateQueries({ queryKey: packagesKey });
  refreshLearning();
}

export function DeskCoursesScreen() {
  return (
    <>
      <PageHead
        title={<FormattedMessage id="learning.desk.title" />}
        text={<FormattedMessage id="learning.desk.text" />}
      />
      <PageSection title={<FormattedMessage id="learning.desk.upload" />}>
        <UploadForm onDone={refreshPackages} />
      </PageSection>
      <PageSection title={<FormattedMessage id="learning.desk.all" />}>
        <Packages />
      </PageSection>
    </>
  );
}

function Packages() {
  const intl = useIntl();
  const errorState = useErrorState();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: packagesKey,
    queryFn: () => scorm('GET scorm/packages'),
  });
  if (data === undefined)
    return error === null ? (
      <SkeletonGroup label={intl.formatMessage({ id: 'learning.desk.loading' })}>
        <Skeleton height={160} />
      </SkeletonGroup>
    ) : (
      <ErrorState isCard {...errorState} isBusy={isFetching} onRefresh={() => void refetch()} />
    );
  if (data.length === 0)
    return (
      <EmptyState
        isCard
        level={3}
        drawing={<CompassDrawing />}
        title={<FormattedMessage id="learning.desk.empty" />}
        text={<FormattedMessage id="learning.desk.empty_text" />}
      />
    );
  return (
    <Rows>
      {data.map((course) => (
        <DeskPackage key={course.packageId} course={course} onRemoved={refreshPackages} />
      ))}
    </Rows>
  );
}
