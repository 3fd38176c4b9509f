import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router';
import { useQueueCounts } from '#features/association/web/queue-counts.ts';
import { findUrgentQueue } from '#features/association/web/urgent-queue.ts';
import { NextUpBox, NextUpSkeleton } from '#features/learning/web/dashboard/dashboard-head.tsx';
import { buttonClass } from '#ui/buttons/button.tsx';

/** The first queue of the desk that needs a decision. */
export function StaffNextStep() {
  const { data: counts, isError } = useQueueCounts();
  if (counts === undefined) return isError ? null : <NextUpSkeleton />;
  const queue = findUrgentQueue(counts);
  if (queue === null) return null;
  const { name, count, href } = queue;
  return (
    <NextUpBox
      what={<FormattedMessage id={`association.nav.${name}`} />}
      title={<FormattedMessage id="association.photos.waiting" values={{ count }} />}
    >
      <Link className={buttonClass()} to={href}>
        <FormattedMessage id="learning.staff.review" />
      </Link>
    </NextUpBox>
  );
}
