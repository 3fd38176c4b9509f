import { useIntl, type IntlShape } from 'react-intl';
import { Chip, type ChipStatus } from '#ui/display/chip.tsx';
import type { LogStatus, LogType } from '#features/logbook/shared/enums.ts';

const chipStatuses: Record<LogStatus, ChipStatus> = {
  Draft: 'draft',
  Pending: 'pending',
  Verified: 'verified',
  Returned: 'returned',
  Logged: 'logged',
};

export function StatusChip({ status, count }: { status: LogStatus; count?: number }) {
  const intl = useIntl();
  const text = intl.formatMessage({ id: `logbook.status.${status}` });
  return (
    <Chip status={chipStatuses[status]}>
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

/** Days of a log have no time zone: they are local days at the site. */
export function formatDay(intl: IntlShape, day: string, format: 'short' | 'medium' | 'full'): string {
  const looks = {
    short: { day: 'numeric', month: 'short' },
    medium: { day: 'numeric', month: 'short', year: 'numeric' },
    full: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  } as const;
  return intl.formatDate(`${day}T00:00:00Z`, { ...looks[format], timeZone: 'UTC' });
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
  const name = intl.formatMessage({ id: `logbook.course.${course}` });
  if (adventure !== null)
    return intl.formatMessage(
      { id: 'logbook.show.adventure' },
      { course: name, dive: intl.formatMessage({ id: `logbook.adventure.${adventure}` }) },
    );
  return number === null ? name : intl.formatMessage({ id: 'logbook.show.lesson' }, { course: name, number });
}

export function getEditPath({ id, log_type: type }: { id: string; log_type: LogType }): string {
  return `/logbook/log-dive/${type === 'Training' ? 'training' : 'recreational'}/update/${id}`;
}
