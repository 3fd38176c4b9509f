import { useQuery } from '@tanstack/react-query';
import { FormattedMessage, useIntl } from 'react-intl';
import { currentQueryClient } from '#platform/web/client/query-client.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { CompassDrawing } from '#ui/drawings/compass-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageHead, PageSection } from '#ui/layout/page.tsx';
import { Rows } from '#ui/lists/row.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { scormClient } from '#features/learning/web/client.ts';
import { DeskPackage } from './desk-package.tsx';
import { UploadForm } from './upload-form.tsx';
import { refreshLearning } from '#features/learning/web/queries.ts';

const packagesKey = ['desk', 'packages'] as const;

function refreshPackages(): void {
  void currentQueryClient().invalidateQueries({ queryKey: packagesKey });
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
  const query = useQuery({ queryKey: packagesKey, queryFn: () => scormClient('GET scorm/packages') });
  return (
    <QueryView
      query={query}
      skeleton={
        <SkeletonGroup label={intl.formatMessage({ id: 'learning.desk.loading' })}>
          <Skeleton height={160} />
        </SkeletonGroup>
      }
      isCard
      isEmpty={(packages) => packages.length === 0}
      empty={
        <EmptyState
          isCard
          level={3}
          drawing={<CompassDrawing />}
          title={<FormattedMessage id="learning.desk.empty" />}
          text={<FormattedMessage id="learning.desk.empty_text" />}
        />
      }
    >
      {(packages) => (
        <Rows>
          {packages.map((course) => (
            <DeskPackage key={course.packageId} course={course} onRemoved={refreshPackages} />
          ))}
        </Rows>
      )}
    </QueryView>
  );
}
