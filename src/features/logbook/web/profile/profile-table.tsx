import { memo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Position } from '#features/logbook/shared/dive-files/dive-file.ts';
import type { PackedRecording } from '#features/logbook/shared/recordings/pack-recording.ts';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { readMoment } from './moment.ts';
import { ProfileFigures } from './profile-figures.tsx';
import { formatClock } from './time-window.ts';
import { useProfileText } from './use-profile-text.ts';

interface ProfileTableProps {
  recording: PackedRecording;
  endS: number;
  /** The profile in one sentence. */
  summary: string;
}

/** The profile as text: what the drawing shows, for everyone who doesn't see it. */
export const ProfileTable = memo(function ProfileTable({ recording, endS, summary }: ProfileTableProps) {
  const text = useProfileText();
  return (
    <Disclosure title={<FormattedMessage id="logbook.profile.table" />} className="px-2">
      <p className="mb-4 text-sm">{summary}</p>
      <ProfileFigures recording={recording} />
      <Origin recording={recording} />
      {recording.events.length > 0 && (
        <ul className="mt-3 text-sm">
          {recording.events.map((event, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- events have no id, and two may be equal
            <li key={index} className="flex gap-3 py-1">
              <span className="num iso w-16 flex-none text-ink-2">{formatClock(event.timeS)}</span>
              <bdi>{text.eventName(recording, event)}</bdi>
            </li>
          ))}
        </ul>
      )}
      <Minutes recording={recording} endS={endS} />
    </Disclosure>
  );
});

/** Where and by which computer the dive was recorded, as far as the reader may know. */
function Origin({ recording: { serial, entry, exit } }: { recording: PackedRecording }) {
  const intl = useIntl();
  const format = ({ latitude, longitude }: Position) =>
    [latitude, longitude].map((degrees) => intl.formatNumber(degrees, { maximumFractionDigits: 5 })).join(' / ');
  const facts = [
    ['logbook.profile.serial', serial],
    ['logbook.profile.entry', entry && format(entry)],
    ['logbook.profile.exit', exit && format(exit)],
  ] as const;
  return facts.map(
    ([label, value]) =>
      value && (
        <p key={label} className="text-sm">
          <span className="text-ink-2">
            <FormattedMessage id={label} />
          </span>{' '}
          <bdi>{value}</bdi>
        </p>
      ),
  );
}

const cell = 'border-b border-line py-1.5 pe-4 text-start whitespace-nowrap';

/** A row a minute. */
function Minutes({ recording, endS }: Pick<ProfileTableProps, 'recording' | 'endS'>) {
  const intl = useIntl();
  const text = useProfileText();
  const rows = Array.from({ length: Math.floor(endS / 60) + 1 }, (_, minute) => ({
    timeS: minute * 60,
    values: text.listValues(recording, readMoment(recording, minute * 60)),
  }));
  const label = intl.formatMessage({ id: 'logbook.profile.table' });
  return (
    // The element scrolls, so it must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="mt-3 max-h-100 overflow-auto print:max-h-none" tabIndex={0} aria-label={label}>
      <table className="num w-full border-collapse text-sm">
        <thead>
          <tr className="text-ink-2">
            <th scope="col" className={cell}>
              <FormattedMessage id="logbook.profile.time" />
            </th>
            {rows[0]?.values.map((value) => (
              <th key={value.key} scope="col" className={cell}>
                {value.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ timeS, values }) => (
            <tr key={timeS}>
              <th scope="row" className={cell}>
                {formatClock(timeS)}
              </th>
              {values.map((value) => (
                <td key={value.key} className={cell}>
                  <bdi>{value.text}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
