import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { BackLink } from '#ui/layout/back-link.tsx';
import { currentToken } from '#platform/web/session/session.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { CompassDrawing } from '#ui/drawings/compass-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import { ProgressRing } from '#ui/feedback/progress-ring.tsx';
import { canHaveStudents } from '#features/learning/shared/policy.ts';
import type { Student } from '#features/learning/shared/record-contract.ts';
import { getStudentRecordParts, getCompletionShare } from '#features/learning/shared/record-progress.ts';
import { RecordError } from './record-error.tsx';
import { RecordSkeleton } from './record-screen.tsx';
import { useStudentCourses } from './student-queries.ts';
import { formatShare } from '#features/learning/web/format.ts';
import { rowClass, rowText, Rows } from '#ui/lists/row.tsx';
import { clsx } from 'clsx';

/** Lists the student's courses if the URL names none. */
export function StudentCourses({ affiliateId }: { affiliateId: number }) {
  const hasStudents = canHaveStudents(currentToken());
  const query = useStudentCourses(hasStudents ? affiliateId : null);
  if (!hasStudents) return <NoCourses />;
  return (
    <QueryView
      query={query}
      skeleton={<RecordSkeleton />}
      renderError={(error) => <RecordError error={error} packageId="" query={query} />}
      isEmpty={(courses) => courses.length === 0}
      empty={<NoCourses />}
    >
      {(courses) => <CourseList affiliateId={affiliateId} courses={courses} />}
    </QueryView>
  );
}

function NoCourses() {
  return (
    <EmptyState
      level={1}
      drawing={<CompassDrawing />}
      title={<FormattedMessage id="learning.record.none" />}
      text={<FormattedMessage id="learning.record.none_student" />}
    />
  );
}

function CourseList({ affiliateId, courses }: { affiliateId: number; courses: readonly Student[] }) {
  const intl = useIntl();
  return (
    <>
      <PageHead
        back={
          <BackLink to="/training/students">
            <FormattedMessage id="learning.students.title" />
          </BackLink>
        }
        title={<bdi>{courses[0]?.name}</bdi>}
      />
      <Rows className="mt-6">
        {courses.map((course) => {
          const share = getCompletionShare(getStudentRecordParts(course));
          const text = formatShare(intl, share);
          return (
            <li key={course.packageId}>
              <Link
                className={rowClass}
                to={`/training/instructor/eRecord/${affiliateId}/${course.packageId}?affiliateId=${affiliateId}`}
              >
                <ProgressRing
                  share={share}
                  text={text}
                  label={intl.formatMessage({ id: 'learning.record.share' }, { share: text })}
                />
                <span className={clsx(rowText, 'flex-1')}>
                  <b>
                    <bdi>{course.title}</bdi>
                  </b>
                </span>
              </Link>
            </li>
          );
        })}
      </Rows>
    </>
  );
}
