import { FormattedMessage, useIntl } from 'react-intl';
import { Rows } from '#ui/lists/row.tsx';
import { ProgressRing } from '#ui/feedback/progress-ring.tsx';
import { coursePath } from '#features/learning/shared/player-paths.ts';
import { CourseRow } from './course-row.tsx';
import { formatShare } from './format.ts';
import { LinkRow } from './link-row.tsx';
import { useInstructorDevelopment } from './queries.ts';

/** Lists instructor-development courses that the person owns or is offered. */
export function InstructorDevelopment() {
  const intl = useIntl();
  const { data: courses = [] } = useInstructorDevelopment();
  if (courses.length === 0) return null;
  return (
    <div className="grid gap-2">
      <Rows>
        {courses.map(({ offered, own }) =>
          own === null || own.enrollmentDate === null ? (
            <LinkRow
              key={offered.packageId}
              to={coursePath(offered.packageId)}
              start={<ProgressRing share={0} text={formatShare(intl, 0)} />}
              title={<bdi>{offered.title}</bdi>}
              text={<FormattedMessage id="learning.instructor_development.not_started" />}
            />
          ) : (
            <CourseRow key={offered.packageId} course={own} to={coursePath(offered.packageId)} />
          ),
        )}
      </Rows>
      <p className="text-sm text-ink-2">
        <FormattedMessage id="learning.instructor_development.optional" />
      </p>
    </div>
  );
}
