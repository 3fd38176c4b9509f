import { useIntl, type IntlShape } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { Chip, type ChipStatus } from '#ui/display/chip.tsx';
import type { LogStatus, LogType } from '#features/logbook/shared/enums.ts';

const chipStatuses: Record<LogStatus, ChipStatus> = {
  Draft: 'draft',
  Pending: 'pending',
  Verified: 'verified',
  Returned: 'returned',
  Logged: 'logged',
};

interface StatusChipProps {
  isChosen?: boolean;
  status: LogStatus;
  count?: number;
  className?: string;
}

export function StatusChip({ status, count, isChosen = false, className = '' }: StatusChipProps) {
  const intl = useIntl();
  const text = intl.formatMessage({ id: `logbook.status.${status}` });
  return (
    <Chip status={chipStatuses[status]} isChosen={isChosen} className={className}>
      {count === undefined ? text : intl.formatMessage({ id: 'logbook.list.status_count' }, { status: text, count })}
    </Chip>
  );
}

/** `34 h 51 min` as a large number with small units. */
export function Duration({ minutes }: { minutes: number }) {
  const intl = useIntl();
  const hours = Math.floor(minutes / 60);
  return (
    <>
      {hours > 0 && (
        <>
          {intl.formatNumber(hours)}
          <small>{intl.formatMessage({ id: 'logbook.show.h' })}</small>{' '}
        </>
      )}
      {intl.formatNumber(minutes % 60)}
      <small>{intl.formatMessage({ id: 'logbook.show.min' })}</small>
    </>
  );
}

/** The duration within a sentence. */
export function formatDuration(intl: IntlShape, minutes: number): string {
  return intl.formatMessage(
    { id: 'logbook.show.duration' },
    { hours: Math.floor(minutes / 60), minutes: minutes % 60 },
  );
}

interface Lesson {
  log_course: string | null;
  log_number: number | null;
  adventure_dive: string | null;
}

/** `Open Water, dive 2` or `Advanced, Deep dive`; null for other dives. */
export function formatLesson(
  intl: IntlShape,
  { log_course: course, log_number: number, adventure_dive: adventure }: Lesson,
) {
  if (course === null) return null;
  const name = intl.formatMessage({ id: `logbook.course.${course}` as MessageId });
  if (adventure !== null)
    return intl.formatMessage(
      { id: 'logbook.show.adventure' },
      { course: name, dive: intl.formatMessage({ id: `logbook.adventure.${adventure}` as MessageId }) },
    );
  return number === null ? name : intl.formatMessage({ id: 'logbook.show.lesson' }, { course: name, number });
}

export function getEditPath({ id, log_type: type }: { id: string; log_type: LogType }): string {
  return `/logbook/log-dive/${type === 'Training' ? 'training' : 'recreational'}/update/${id}`;
}
