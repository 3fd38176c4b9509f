import { ChevronLeft } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { currentToken } from '#platform/web/session/session.ts';
import { CompassDrawing } from '#ui/drawings/compass-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import { ProgressRing } from '#ui/feedback/progress-ring.tsx';
import { getStudentRecordParts, getCompletionShare } from '#features/learning/shared/record-progress.ts';
import { useStudents } from '#features/learning/web/queries.ts';
import { RecordError } from './record-error.tsx';
import { RecordSkeleton } from './record-screen.tsx';
import { formatShare } from '#features/learning/web/format.ts';

/** Lists the student's courses if the URL names none. */
export function StudentCourses({ affiliateId }: { affiliateId: number }) {
  const intl = useIntl();
  const isProfessional = currentToken()?.role === 'professional';
  const { data, error, isFetching, refetch } = useStudents(isProfessional);
  if (data === undefined && isProfessional)
    return error === null ? (
      <RecordSkeleton />
    ) : (
      <RecordError error={error} packageId="" isBusy={isFetching} onRefresh={() => void refetch()} />
    );
  const courses = (data ?? []).filter((student) => student.affiliateId === affiliateId);
  const [first] = courses;
  if (first === undefined)
    return (
      <EmptyState
        level={1}
        drawing={<CompassDrawing />}
        title={<FormattedMessage id="learning.record.none" />}
        text={<FormattedMessage id="learning.record.none_student" />}
      />
    );
  return (
    <>
      <PageHead
        back={
          <Link to="/training/students" className="back">
            <ChevronLeft size={18} aria-hidden="true" className="flip" />
            <FormattedMessage id="learning.students.title" />
          </Link>
        }
        title={<bdi>{first.name}</bdi>}
      />
      <ul className="rows card mt-6 px-5">
        {courses.map((course) => {
          const share = getCompletionShare(getStudentRecordParts(course));
          const text = formatShare(intl, share);
          return (
            <li key={course.packageId}>
              <Link
                className="row"
                to={`/training/instructor/eRecord/${affiliateId}/${course.packageId}?affiliateId=${affiliateId}`}
              >
                <ProgressRing
                  share={share}
                  text={text}
                  label={intl.formatMessage({ id: 'learning.record.share' }, { share: text })}
                />
                <span className="grow">
                  <b>
                    <bdi>{course.title}</bdi>
                  </b>
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </>
  );
}
