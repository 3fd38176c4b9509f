import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useParams } from 'react-router';
import { currentToken } from '#platform/web/session/session.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { buttonClass } from '#ui/buttons/button.tsx';
import { CardDrawing } from '#ui/drawings/card-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageColumns, PageHead } from '#ui/layout/page.tsx';
import { ProgressRing } from '#ui/feedback/progress-ring.tsx';
import { Rows } from '#ui/lists/row.tsx';
import { Skeleton, SkeletonGroup, SkeletonRows } from '#ui/feedback/skeleton.tsx';
import type { ERecord } from '#features/learning/shared/record-contract.ts';
import { LinkRow } from '#features/learning/web/link-row.tsx';
import { useEntitlements, useERecord } from '#features/learning/web/queries.ts';
import { DownloadButton } from './download-button.tsx';
import { ChangeInstructorDialog } from './change-instructor-dialog.tsx';
import { RecordArchive } from './record-archive.tsx';
import { RecordFacts } from './record-facts.tsx';
import { RecordError } from './record-error.tsx';
import { RecordHead } from './record-head.tsx';
import { RecordSheet } from './record-sheet.tsx';
import { formatShare } from '#features/learning/web/format.ts';
import { useRecordUpdates } from './use-record-updates.ts';

/** Renders the open requirements for the card of a course. */
type RenderReadiness = (packageId: string) => ReactNode;

/** Shows the record of a course, or a list of courses if the URL names none. */
export function RecordScreen({ readiness }: { readiness: RenderReadiness }) {
  const { courseId } = useParams();
  useRecordUpdates();
  return courseId === undefined ? (
    <RecordList />
  ) : (
    <OwnRecord key={courseId} packageId={courseId} readiness={readiness} />
  );
}

function OwnRecord({ packageId, readiness }: { packageId: string; readiness: RenderReadiness }) {
  const query = useERecord(packageId);
  return (
    <QueryView
      query={query}
      skeleton={<RecordSkeleton />}
      renderError={(error) => <RecordError error={error} packageId={packageId} query={query} />}
    >
      {(record) => <RecordContent record={record} readiness={readiness} />}
    </QueryView>
  );
}

function RecordContent({ record, readiness }: { record: ERecord; readiness: RenderReadiness }) {
  return (
    <>
      <RecordHead
        record={record}
        back={{ to: '/training/eRecord', text: <FormattedMessage id="learning.record.all" /> }}
      >
        <DownloadButton packageId={record.packageId} />
      </RecordHead>
      <PageColumns className="mt-6">
        <RecordSheet record={record} isOwn />
        <aside>
          {readiness(record.packageId)}
          <RecordFacts record={record} change={<ChangeInstructorDialog record={record} />} />
          <RecordArchive packageId={record.packageId} />
        </aside>
      </PageColumns>
    </>
  );
}

export function RecordSkeleton() {
  const intl = useIntl();
  return (
    <SkeletonGroup label={intl.formatMessage({ id: 'learning.record.loading' })} className="grid gap-6">
      <Skeleton height={64} width="60%" />
      <Skeleton height={280} />
      <Skeleton height={420} />
    </SkeletonGroup>
  );
}

function RecordList() {
  const intl = useIntl();
  const query = useEntitlements(currentToken()?.affiliateId ?? 0);
  const { data, error } = query;
  if (error !== null && data === undefined) return <RecordError error={error} packageId="" query={query} />;
  return (
    <>
      <PageHead
        title={<FormattedMessage id="learning.record.all" />}
        text={<FormattedMessage id="learning.record.all_text" />}
      />
      <div className="mt-6">
        <QueryView
          query={query}
          skeleton={
            <SkeletonGroup label={intl.formatMessage({ id: 'learning.record.loading' })} className="grid gap-4">
              <SkeletonRows count={2} height={80} />
            </SkeletonGroup>
          }
          isEmpty={(courses) => courses.length === 0}
          empty={
            <EmptyState
              isCard
              drawing={<CardDrawing />}
              title={<FormattedMessage id="learning.record.empty" />}
              text={<FormattedMessage id="learning.record.empty_text" />}
              action={
                <Link className={buttonClass()} to="/training/dashboard">
                  <FormattedMessage id="learning.record.to_dashboard" />
                </Link>
              }
            />
          }
        >
          {(courses) => (
            <Rows>
              {courses.map(({ packageId, title, lessonsDone, lessonsTotal }) => {
                const share = lessonsTotal === 0 ? 0 : lessonsDone / lessonsTotal;
                const text = formatShare(intl, share);
                return (
                  <LinkRow
                    key={packageId}
                    to={`/training/eRecord/${packageId}`}
                    start={
                      <ProgressRing
                        share={share}
                        text={text}
                        label={intl.formatMessage({ id: 'learning.record.share' }, { share: text })}
                      />
                    }
                    title={<bdi>{title}</bdi>}
                    text={
                      <FormattedMessage
                        id="learning.record.lessons"
                        values={{ done: lessonsDone, total: lessonsTotal }}
                      />
                    }
                  />
                );
              })}
            </Rows>
          )}
        </QueryView>
      </div>
    </>
  );
}
