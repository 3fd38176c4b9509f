import { FormattedMessage, useIntl } from 'react-intl';
import { Rows } from '#ui/lists/row.tsx';
import { Link, Navigate, useParams } from 'react-router';
import { ApiError } from '#platform/web/client/client.ts';
import { currentToken } from '#platform/web/session/session.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { buttonClass } from '#ui/buttons/button.tsx';
import { DescentDrawing } from '#ui/drawings/descent-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { CourseRow } from '#features/learning/web/course-row.tsx';
import { isCourseNotFound } from '#features/learning/web/is-course-not-found.ts';
import { CourseNotFound } from '#features/learning/web/course-not-found.tsx';
import { RowsSkeleton } from '#features/learning/web/query-section.tsx';
import { PerformanceReport } from './performance-report.tsx';
import {
  useAssessmentResults,
  useEntitlements,
  useLearningUpdates,
  useCourseReport,
} from '#features/learning/web/queries.ts';

/** Shows the performance in a course, or a list of courses if the URL names none. */
export function PerformanceScreen() {
  useLearningUpdates();
  const { courseId } = useParams();
  return courseId === undefined ? <CoursePicker /> : <CoursePerformance packageId={courseId} />;
}

function CoursePicker() {
  const query = useEntitlements(currentToken()?.affiliateId ?? 0);
  return (
    <>
      <PageHead
        title={<FormattedMessage id="learning.performance" />}
        text={<FormattedMessage id="learning.performance.choose" />}
      />
      <div className="mt-6">
        <QueryView
          query={query}
          skeleton={<RowsSkeleton rows={3} />}
          isCard
          isEmpty={(list) => list.length === 0}
          empty={
            <EmptyState
              isCard
              drawing={<DescentDrawing />}
              title={<FormattedMessage id="learning.performance.empty" />}
              text={<FormattedMessage id="learning.performance.empty_text" />}
              action={
                <Link className={buttonClass()} to="/training/dashboard">
                  <FormattedMessage id="learning.to_dashboard" />
                </Link>
              }
            />
          }
        >
          {(list) => (
            <Rows>
              {list.map((course) => (
                <CourseRow key={course.packageId} course={course} to={`/training/performance/${course.packageId}`} />
              ))}
            </Rows>
          )}
        </QueryView>
      </div>
    </>
  );
}

function CoursePerformance({ packageId }: { packageId: string }) {
  const intl = useIntl();
  const report = useCourseReport(packageId);
  const results = useAssessmentResults(packageId);
  if (isAccessDenied(results.error) || isAccessDenied(report.error))
    return <Navigate to="/training/unauthorized" replace />;
  if (isCourseNotFound(report.error)) return <CourseNotFound id={packageId} />;
  return (
    <QueryView
      query={report}
      skeleton={
        <SkeletonGroup label={intl.formatMessage({ id: 'learning.loading' })} className="grid gap-6">
          <Skeleton height={60} />
          <Skeleton height={190} />
          <Skeleton height={240} />
        </SkeletonGroup>
      }
      isCard
      renderFrame={(state) => (
        <>
          <PageHead title={<FormattedMessage id="learning.performance" />} />
          <div className="mt-6">{state}</div>
        </>
      )}
    >
      {(loaded) => <PerformanceReport report={loaded} results={results} />}
    </QueryView>
  );
}

/** The person is neither the learner nor the instructor, or is not enrolled. */
function isAccessDenied(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 403);
}
