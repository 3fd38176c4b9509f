import { clsx } from 'clsx';
import { FormattedMessage, useIntl } from 'react-intl';
import { CircleCheck, TriangleAlert } from '#ui/icons/icons.ts';
import type { DiveLog } from '#features/logbook/shared/contract.ts';
import { compareRecording } from '#features/logbook/shared/recordings/compare-recording.ts';
import { useMeasures } from '#features/logbook/web/use-measures.ts';

/** Tells the instructor whether the entered depth and time agree with the recording. */
export function RecordingCheck({ log }: { log: DiveLog }) {
  const intl = useIntl();
  const measures = useMeasures();
  const [recording] = log.recordings;
  if (recording === undefined) return null;
  const { max_depth: depthM = null, bottom_time: minutes = null } = log.depth_times[0] ?? {};
  const recorded = {
    depthM: recording.max_depth,
    minutes: recording.duration_s === null ? null : recording.duration_s / 60,
  };
  const { isDepthClose, isTimeClose } = compareRecording({ depthM, minutes }, recorded);
  const isClose = isDepthClose === true && isTimeClose === true;
  // A value that one side lacks is not compared.
  if (!isClose && isDepthClose !== false && isTimeClose !== false) return null;
  const depth = (metres: number | null, typed: DiveLog['typed']) => {
    const shown = measures.show('max_depth', metres, typed);
    return shown && `${shown.value} ${shown.unit}`;
  };
  const time = (min: number | null) =>
    min !== null && intl.formatMessage({ id: 'logbook.dive.tick_min' }, { minutes: Math.round(min) });
  const Icon = isClose ? CircleCheck : TriangleAlert;
  return (
    <div className="mt-3 grid grid-cols-[18px_minmax(0,1fr)] gap-2 text-sm">
      <Icon className={clsx('mt-0.5', isClose ? 'text-accent-text' : 'text-coral')} size={18} aria-hidden="true" />
      <div>
        {isClose && (
          <p>
            <FormattedMessage id="logbook.profile.agrees" />
          </p>
        )}
        {isDepthClose === false && (
          <p>
            <FormattedMessage
              id="logbook.profile.depth_differs"
              values={{ entered: depth(depthM, log.typed), recorded: depth(recorded.depthM, []) }}
            />
          </p>
        )}
        {isTimeClose === false && (
          <p>
            <FormattedMessage
              id="logbook.profile.time_differs"
              values={{ entered: time(minutes), recorded: time(recorded.minutes) }}
            />
          </p>
        )}
      </div>
    </div>
  );
}
