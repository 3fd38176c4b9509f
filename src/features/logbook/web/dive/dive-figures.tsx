import { FormattedMessage, useIntl } from 'react-intl';
import { DiveProfileChart } from '#ui/dive/dive-profile-chart.tsx';
import { Stat } from '#ui/display/stat.tsx';
import type { DiveLog } from '#features/logbook/shared/contract.ts';
import { depthTicks, timeTicks } from './chart-ticks.ts';
import { estimateProfile } from './dive-profile.ts';
import { useMeasures, toShownValue } from '#features/logbook/web/use-measures.ts';

/** The main figures of a dive and its profile. */
export function DiveFigures({ log, isCompact = false }: { log: DiveLog; isCompact?: boolean }) {
  const intl = useIntl();
  const measures = useMeasures();
  const { depth_times: times, conditions, typed } = log;
  const { max_depth: depthM, bottom_time: minutes } = times[0] ?? {};
  const depth = measures.show('max_depth', depthM, typed);
  const temperature = measures.show('bottom_water_temp', conditions[0]?.bottom_water_temp, typed);
  const isDrawn = typeof depthM === 'number' && typeof minutes === 'number' && minutes > 0;
  return (
    <section
      className={isCompact ? 'figures compact' : 'figures'}
      aria-label={intl.formatMessage({ id: 'logbook.dive.figures' })}
    >
      <div className="figs">
        {depth && (
          <Stat
            size={isCompact ? 'regular' : 'huge'}
            value={depth.value}
            unit={depth.unit}
            label={<FormattedMessage id="logbook.dive.deepest" />}
          />
        )}
        {typeof minutes === 'number' && (
          <Stat
            value={intl.formatNumber(minutes)}
            unit={intl.formatMessage({ id: 'logbook.show.min' })}
            label={<FormattedMessage id="logbook.dive.bottom_time" />}
          />
        )}
        {temperature && (
          <Stat
            value={temperature.value}
            unit={temperature.unit}
            label={<FormattedMessage id="logbook.dive.at_bottom" />}
          />
        )}
        <GasUsed log={log} />
      </div>
      {isDrawn && <Outline depthM={depthM} minutes={minutes} deepest={`${depth?.value} ${depth?.unit}`} />}
    </section>
  );
}

/** The difference of the two displayed numbers, so that it adds up. */
function GasUsed({ log: { equipment, typed } }: { log: DiveLog }) {
  const intl = useIntl();
  const measures = useMeasures();
  const { starting_pressure: start, ending_pressure: end } = equipment[0] ?? {};
  const from = toShownValue('starting_pressure', start, typed, measures.system);
  const to = toShownValue('ending_pressure', end, typed, measures.system);
  if (from === null || to === null) return null;
  return (
    <Stat
      value={intl.formatNumber(from - to, { maximumFractionDigits: 1 })}
      unit={measures.unit('pressure')}
      label={
        <FormattedMessage
          id="logbook.dive.gas_used"
          values={{ start: intl.formatNumber(from), end: intl.formatNumber(to) }}
        />
      }
    />
  );
}

function Outline({ depthM, minutes, deepest }: { depthM: number; minutes: number; deepest: string }) {
  const intl = useIntl();
  const measures = useMeasures();
  const times = timeTicks(minutes);
  const time = intl.formatMessage({ id: 'logbook.dive.tick_min' }, { minutes });
  const chart = {
    samples: estimateProfile(depthM, minutes),
    label: intl.formatMessage({ id: 'logbook.dive.outline' }, { depth: deepest, time }),
    depthTicks: depthTicks(depthM, measures.system).map(({ value, depthM: at }) => ({
      depthM: at,
      text: value === 0 ? measures.unit('depth') : intl.formatNumber(value),
    })),
    timeTicks: times.map((timeMin) => ({
      timeMin,
      text:
        timeMin === times.at(-1)
          ? intl.formatMessage({ id: 'logbook.dive.tick_min' }, { minutes: timeMin })
          : intl.formatNumber(timeMin),
    })),
    deepestText: deepest,
  };
  return (
    <div className="dive-chart">
      <div className="for-wide">
        <DiveProfileChart {...chart} />
      </div>
      <div className="for-narrow">
        <DiveProfileChart {...chart} size="narrow" />
      </div>
      <p>
        <FormattedMessage id="logbook.dive.outline_note" />
      </p>
    </div>
  );
}
