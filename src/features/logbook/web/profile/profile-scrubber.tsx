import { FormattedMessage, useIntl } from 'react-intl';
import type { PackedRecording } from '#features/logbook/shared/recordings/pack-recording.ts';
import { joinFacts } from '#platform/web/i18n/join-facts.ts';
import { getPlotPadding, type ChartSize } from './chart-scale.ts';
import type { Moment } from './moment.ts';
import { formatClock } from './time-window.ts';
import { useProfileText } from './use-profile-text.ts';

/** Steps of an arrow key for the whole dive. */
const stepCount = 360;

interface ProfileScrubberProps {
  recording: PackedRecording;
  endS: number;
  moment: Moment;
  size: ChartSize;
  onMoment: (timeS: number) => void;
}

/** Chooses a moment of the dive and shows all values at it. */
export function ProfileScrubber({ recording, endS, moment, size, onMoment }: ProfileScrubberProps) {
  const intl = useIntl();
  const text = useProfileText();
  const values = text.listValues(recording, moment);
  const time = formatClock(moment.timeS);
  const step = Math.max(1, Math.round(endS / stepCount));
  return (
    <div className="print:hidden">
      <div className="ltr" style={getPlotPadding(size)}>
        <input
          className="h-tap w-full accent-accent"
          type="range"
          min={0}
          max={Math.ceil(endS / step) * step}
          step={step}
          value={moment.timeS}
          aria-label={intl.formatMessage({ id: 'logbook.profile.time' })}
          aria-valuetext={joinFacts(time, ...values.map((value) => `${value.label} ${value.text}`))}
          onChange={({ target }) => onMoment(Math.min(endS, Number(target.value)))}
        />
      </div>
      <dl
        className="grid grid-cols-[repeat(auto-fill,minmax(104px,1fr))] gap-x-4 gap-y-2 px-2 text-sm"
        aria-hidden="true"
      >
        <div>
          <dt className="text-xs text-ink-3">
            <FormattedMessage id="logbook.profile.time" />
          </dt>
          <dd className="num font-strong">
            <bdi>{time}</bdi>
          </dd>
        </div>
        {values.map((value) => (
          <div key={value.key}>
            <dt className="text-xs text-ink-3">{value.label}</dt>
            <dd className="num font-strong">
              <bdi>{value.text}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
