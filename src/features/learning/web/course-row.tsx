import { BadgeCheck } from 'lucide-react';
import { useIntl } from 'react-intl';
import { ProgressRing } from '#ui/feedback/progress-ring.tsx';
import type { Entitlement } from '#features/learning/shared/course-contract.ts';
import { formatDate, formatShare } from './format.ts';
import { LinkRow } from './link-row.tsx';

export function CourseRow({ course, to }: { course: Entitlement; to: string }) {
  const intl = useIntl();
  const { title, lessonsDone, lessonsTotal, completedDate, enrollmentDate } = course;
  const share = lessonsTotal === 0 ? 0 : lessonsDone / lessonsTotal;
  const facts =
    completedDate !== null
      ? intl.formatMessage({ id: 'learning.course.completed' }, { date: formatDate(intl, completedDate) })
      : enrollmentDate === null
        ? intl.formatMessage({ id: 'learning.course.ready' }, { count: lessonsTotal })
        : intl.formatMessage({ id: 'learning.course.lessons' }, { done: lessonsDone, total: lessonsTotal });
  return (
    <LinkRow
      to={to}
      start={
        completedDate !== null ? (
          <span className="done-mark">
            <BadgeCheck size={30} aria-hidden="true" />
          </span>
        ) : (
          <ProgressRing share={share} text={formatShare(intl, share)} />
        )
      }
      title={<bdi>{title}</bdi>}
      text={facts}
    />
  );
}
