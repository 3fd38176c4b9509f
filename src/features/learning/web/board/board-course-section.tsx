import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { LoadMoreButton } from '#platform/web/client/load-more-button.tsx';
import { currentToken } from '#platform/web/session/session.ts';
import { PageSection } from '#ui/layout/page.tsx';
import type { BoardCourse, BoardStudent } from '#features/learning/shared/board-contract.ts';
import { canHaveStudents } from '#features/learning/shared/policy.ts';
import { type BoardFilter, useMoreStudents } from './board-queries.ts';
import { BoardRow } from './board-row.tsx';

/** Content that another feature adds to a course of the board. */
export type RenderForCourse = (packageId: string) => ReactNode;

interface BoardCourseSectionProps {
  course: BoardCourse;
  filter: BoardFilter;
  renderForCourse: RenderForCourse;
}

export function BoardCourseSection({ course, filter, renderForCourse }: BoardCourseSectionProps) {
  const { packageId, title, count, students } = course;
  const more = useMoreStudents(filter, packageId, students.length);
  // Students who became active since their page was loaded may be on two pages.
  const shown = new Map(
    [...students, ...(more.data?.pages.flat() ?? [])].map((student) => [student.affiliateId, student]),
  );
  return (
    <PageSection
      title={<bdi>{title}</bdi>}
      end={<FormattedMessage id="professionals.board.students" values={{ count }} />}
    >
      {/* Placed below the heading, because both do not fit on one line on a phone. */}
      <div className="mb-3 empty:hidden">{renderForCourse(packageId)}</div>
      <ul className="card @container">
        {[...shown.values()].map((student) => (
          <BoardRow key={student.affiliateId} student={student} recordPath={getRecordPath(student)} />
        ))}
      </ul>
      <LoadMoreButton
        query={{
          hasNextPage: shown.size < count && (more.data === undefined || more.hasNextPage),
          isFetchingNextPage: more.isFetching,
          fetchNextPage: more.fetchNextPage,
        }}
      />
    </PageSection>
  );
}

function getRecordPath({ affiliateId, packageId }: BoardStudent): string | null {
  return canHaveStudents(currentToken())
    ? `/training/instructor/eRecord/${affiliateId}/${packageId}?affiliateId=${affiliateId}`
    : null;
}
