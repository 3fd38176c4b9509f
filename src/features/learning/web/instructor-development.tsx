import { FormattedMessage, useIntl } from 'react-intl';
import { Ring } from '../../../ui/ring.tsx';
import { coursePath } from '../shared/player-paths.ts';
import { CourseRow } from './course-row.tsx';
import { shareText } from './learning-words.ts';
import { LinkRow } from './link-row.tsx';
import { useInstructorDevelopment } from './queries.ts';

/** The instructor-development course beside the exam that it prepares for, for those who have it or are offered it. */
export function InstructorDevelopment() {
  const intl = useIntl();
  const { data: courses = [] } = useInstructorDevelopment();
  if (courses.length === 0) return null;
  return (
    <div className="grid gap-2">
      <ul className="rows card px-5">
        {courses.map(({ offered, own }) =>
          own === null || own.enrollmentDate === null ? (
            <LinkRow
              key={offered.packageId}
              to={coursePath(offered.packageId)}
              start={<Ring share={0} text={shareText(intl, 0)} />}
              title={<bdi>{offered.title}</bdi>}
              text={<FormattedMessage id="learning.instructor_development.not_started" />}
            />
          ) : (
            <CourseRow key={offered.packageId} course={own} to={coursePath(offered.packageId)} />
          ),
        )}
      </ul>
      <p className="text-sm text-ink-2">
        <FormattedMessage id="learning.instructor_development.optional" />
      </p>
    </div>
  );
}
