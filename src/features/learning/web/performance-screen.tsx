import './learning.css';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, Navigate, useParams } from 'react-router';
import { ApiError } from '../../../platform/web/client.ts';
import { currentToken } from '../../../platform/web/session.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { DescentDrawing } from '../../../ui/drawings/descent-drawing.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageHead } from '../../../ui/page.tsx';
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx';
import { CourseRow } from './course-row.tsx';
import { isNoCourse } from './is-no-course.ts';
import { NoCourse } from './no-course.tsx';
import { hasFailed, LoadFailure, RowsSkeleton } from './part.tsx';
import { Report } from './performance/report.tsx';
import { useAssessmentResults, useEntitlements, useLearningWatch, useReport } from './queries.ts';

/** How it goes in a course; without one in the address, which. */
export function PerformanceScreen() {
  useLearningWatch();
  const { courseId } = useParams();
  return courseId === undefined ? <ChooseCourse /> : <CoursePerformance packageId={courseId} />;
}

function ChooseCourse() {
  const query = useEntitlements(currentToken()?.affiliateId ?? 0);
  const list = query.data;
  return (
    <>
      <PageHead
        title={<FormattedMessage id="learning.performance" />}
        text={<FormattedMessage id="learning.performance.choose" />}
      />
      <div className="mt-6">
        {list === undefined ? (
          hasFailed(query) ? (
            <LoadFailure query={query} />
          ) : (
            <RowsSkeleton rows={3} />
          )
        ) : list.length === 0 ? (
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
        ) : (
          <ul className="rows card px-5">
            {list.map((course) => (
              <CourseRow key={course.packageId} course={course} to={`/training/performance/${course.packageId}`} />
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

function CoursePerformance({ packageId }: { packageId: string }) {
  const intl = useIntl();
  const report = useReport(packageId);
  const results = useAssessmentResults(packageId);
  if (isRefused(results.error) || isRefused(report.error)) return <Navigate to="/training/unauthorized" replace />;
  if (isNoCourse(report.error)) return <NoCourse id={packageId} />;
  if (report.data !== undefined) return <Report report={report.data} results={results} />;
  return (
    <>
      <PageHead title={<FormattedMessage id="learning.performance" />} />
      <div className="mt-6">
        {hasFailed(report) ? (
          <LoadFailure query={report} />
        ) : (
          <SkeletonGroup label={intl.formatMessage({ id: 'learning.loading' })} className="grid gap-6">
            <Skeleton height={60} />
            <Skeleton height={190} />
            <Skeleton height={240} />
          </SkeletonGroup>
        )}
      </div>
    </>
  );
}

/** Not one's own, nor a student’s, nor a course that one may learn. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 403);
}
