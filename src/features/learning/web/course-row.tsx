import { BadgeCheck } from '#ui/icons/icons.ts';
import { useIntl } from 'react-intl';
import { formatDay } from '#platform/shared/format-day.ts';
import { ProgressRing } from '#ui/feedback/progress-ring.tsx';
import type { Entitlement } from '#features/learning/shared/course-contract.ts';
import { formatShare } from './format.ts';
import { LinkRow } from './link-row.tsx';

export function CourseRow({ course, to }: { course: Entitlement; to: string }) {
  const intl = useIntl();
  const { title, lessonsDone, lessonsTotal, completedDate, enrollmentDate } = course;
  const share = lessonsTotal === 0 ? 0 : lessonsDone / lessonsTotal;
  const facts =
    completedDate !== null
      ? intl.formatMessage({ id: 'learning.course.completed' }, { date: formatDay(intl, completedDate, 'long') })
      : enrollmentDate === null
        ? intl.formatMessage({ id: 'learning.course.ready' }, { count: lessonsTotal })
        : intl.formatMessage({ id: 'learning.course.lessons' }, { done: lessonsDone, total: lessonsTotal });
  return (
    <LinkRow
      to={to}
      start={
        completedDate !== null ? (
          <span className="grid place-items-center flex-none w-12 text-accent-text">
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
