import { FormattedMessage, useIntl } from 'react-intl';
import { ProgressRing } from '#ui/feedback/progress-ring.tsx';
import { Row } from '#ui/lists/row.tsx';
import type { FamilyChild } from '#features/family/shared/contract.ts';
import { type CourseUpdate, type ChildUpdates, listForChild } from './child-updates.ts';
import { ChildSection } from './child-section.tsx';

export function ChildCourses({ updates, child }: { updates: ChildUpdates<CourseUpdate>; child: FamilyChild }) {
  const intl = useIntl();
  return (
    <ChildSection
      title="family.courses.title"
      none="family.courses.none"
      updates={updates}
      items={listForChild(updates, child.affiliateId).map(({ id, title, share, isDone, next }) => (
        <Row
          key={id}
          // Rounded down, because 100% is shown only for a completed course.
          start={
            <ProgressRing share={share} text={intl.formatNumber(Math.floor(share * 100) / 100, { style: 'percent' })} />
          }
          title={<bdi>{title}</bdi>}
          text={
            isDone ? (
              <FormattedMessage id="family.courses.done" />
            ) : (
              next !== null && <FormattedMessage id="family.courses.next" values={{ step: <bdi>{next}</bdi> }} />
            )
          }
        />
      ))}
    />
  );
}
