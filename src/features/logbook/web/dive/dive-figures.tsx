import { clsx } from 'clsx';
import { FormattedMessage, useIntl } from 'react-intl';
import { DiveProfileChart } from '#ui/dive/dive-profile-chart.tsx';
import { Stat, type StatProps } from '#ui/display/stat.tsx';
import type { DiveLog } from '#features/logbook/shared/contract.ts';
import { depthTicks, timeTicks } from './chart-ticks.ts';
import { estimateProfile } from './dive-profile.ts';
import { useMeasures, toShownValue } from '#features/logbook/web/use-measures.ts';

type StatLook = Pick<StatProps, 'className' | 'valueClassName' | 'labelClassName'>;

/** On a page, the first figure is large and has its own row. */
const pageLook: StatLook = {
  className: 'group/stat first:col-span-full',
  valueClassName: 'max-lg:group-not-first/stat:text-lg',
  labelClassName: 'max-lg:text-xs',
};
const compactLook: StatLook = { valueClassName: 'max-lg:text-lg', labelClassName: 'max-lg:text-xs' };

/** The main figures of a dive and its profile. */
export function DiveFigures({ log, isCompact = false }: { log: DiveLog; isCompact?: boolean }) {
  const intl = useIntl();
  const measures = useMeasures();
  const { depth_times: times, conditions, typed } = log;
  const { max_depth: depthM, bottom_time: minutes } = times[0] ?? {};
  const depth = measures.show('max_depth', depthM, typed);
  const temperature = measures.show('bottom_water_temp', conditions[0]?.bottom_water_temp, typed);
  const look = isCompact ? compactLook : pageLook;
  const isDrawn = typeof depthM === 'number' && typeof minutes === 'number' && minutes > 0;
  return (
    <section
      className={clsx('grid gap-6 mt-5', !isCompact && 'lg:grid-cols-[176px_minmax(0,1fr)] lg:gap-10 lg:mt-8')}
      aria-label={intl.formatMessage({ id: 'logbook.dive.figures' })}
    >
      <div
        className={clsx(
          'grid grid-cols-[auto_auto_auto] justify-between gap-4',
          !isCompact && 'lg:grid-cols-[1fr] lg:content-between lg:pt-6 lg:pb-11',
        )}
      >
        {depth && (
          <Stat
            {...look}
            size={isCompact ? 'md' : 'lg'}
            value={depth.value}
            unit={depth.unit}
            label={<FormattedMessage id="logbook.dive.deepest" />}
          />
        )}
        {typeof minutes === 'number' && (
          <Stat
            {...look}
            value={intl.formatNumber(minutes)}
            unit={intl.formatMessage({ id: 'logbook.show.min' })}
            label={<FormattedMessage id="logbook.dive.bottom_time" />}
          />
        )}
        {temperature && (
          <Stat
            {...look}
            value={temperature.value}
            unit={temperature.unit}
            label={<FormattedMessage id="logbook.dive.at_bottom" />}
          />
        )}
        <GasUsed log={log} look={look} />
      </div>
      {isDrawn && (
        <Outline depthM={depthM} minutes={minutes} deepest={`${depth?.value} ${depth?.unit}`} isCompact={isCompact} />
      )}
    </section>
  );
}

/** The difference of the two displayed numbers, so it adds up. */
function GasUsed({ log: { equipment, typed }, look }: { log: DiveLog; look: StatLook }) {
  const intl = useIntl();
  const measures = useMeasures();
  const { starting_pressure: start, ending_pressure: end } = equipment[0] ?? {};
  const from = toShownValue('starting_pressure', start, typed, measures.system);
  const to = toShownValue('ending_pressure', end, typed, measures.system);
  if (from === null || to === null) return null;
  return (
    <Stat
      {...look}
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

interface OutlineProps {
  depthM: number;
  minutes: number;
  deepest: string;
  isCompact: boolean;
}

function Outline({ depthM, minutes, deepest, isCompact }: OutlineProps) {
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
    <div className={clsx('ltr', !isCompact && 'max-lg:mx-[calc(8px-var(--gutter))]')}>
      {!isCompact && (
        <div className="hidden xl:block">
          <DiveProfileChart {...chart} />
        </div>
      )}
      <div className={clsx('max-w-140', !isCompact && 'xl:hidden')}>
        <DiveProfileChart {...chart} size="narrow" />
      </div>
      <p className="ps-8.5 pe-2 text-xs text-ink-3 text-end">
        <FormattedMessage id="logbook.dive.outline_note" />
      </p>
    </div>
  );
}
