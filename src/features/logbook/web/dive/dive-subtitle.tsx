import { useIntl } from 'react-intl';
import type { DiveLog } from '#features/logbook/shared/contract.ts';
import { formatDay } from '#platform/shared/format-day.ts';

/** The dive's number, date and site in one line. */
export function DiveSubtitle({ log, hasDiver = false }: { log: DiveLog; hasDiver?: boolean }) {
  const intl = useIntl();
  const { dive_number: number, dive_date: day, dive_location: place, diver_name: name } = log;
  const parts = [
    hasDiver && { key: 'diver', text: intl.formatMessage({ id: 'logbook.dive.by' }, { name }) },
    number !== null && { key: 'number', text: intl.formatMessage({ id: 'logbook.dive.number' }, { number }) },
    day !== null && { key: 'date', text: whenText(day) },
    place !== '' && { key: 'place', text: place },
  ].filter((part) => part !== false);
  return parts.map(({ key, text }, index) => (
    <span key={key}>
      {index > 0 && ' · '}
      <bdi>{text}</bdi>
    </span>
  ));

  function whenText(date: string): string {
    const { time_in: from, time_out: to } = log.depth_times[0] ?? {};
    const written = formatDay(intl, date, 'full');
    if (!from) return written;
    return to
      ? intl.formatMessage({ id: 'logbook.dive.from_to' }, { date: written, from, to })
      : intl.formatMessage({ id: 'logbook.dive.at' }, { date: written, time: from });
  }
}
