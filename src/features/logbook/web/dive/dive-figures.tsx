import { clsx } from 'clsx';
import { FormattedMessage, useIntl } from 'react-intl';
import { currentToken } from '#platform/web/session/session.ts';
import { DepthBar } from '#ui/dive/depth-bar.tsx';
import { Stat, type StatProps } from '#ui/display/stat.tsx';
import type { DiveLog } from '#features/logbook/shared/contract.ts';
import { canVerify, isOwnDive } from '#features/logbook/shared/policy.ts';
import { DiveRecordings } from '#features/logbook/web/profile/dive-recordings.tsx';
import { RecordingCheck } from '#features/logbook/web/profile/recording-check.tsx';
import { useMeasures, toShownValue } from '#features/logbook/web/use-measures.ts';

type StatLook = Pick<StatProps, 'className' | 'valueClassName' | 'labelClassName'>;

/** On a page, the first figure is large and has its own row. */
const pageLook: StatLook = {
  className: 'group/stat first:col-span-full',
  valueClassName: 'max-lg:group-not-first/stat:text-lg',
  labelClassName: 'max-lg:text-xs',
};
const compactLook: StatLook = { valueClassName: 'max-lg:text-lg', labelClassName: 'max-lg:text-xs' };

/** Shallow dives are drawn shallow. */
const leastScaleM = 20;

interface DiveFiguresProps {
  log: DiveLog;
  isCompact?: boolean;
}

/** The main figures of a dive with its recorded profile. Without a recording, a bar shows the maximum depth. */
export function DiveFigures({ log, isCompact = false }: DiveFiguresProps) {
  const intl = useIntl();
  const viewer = currentToken();
  const { recordings, outline, depth_times: times } = log;
  const { max_depth: depthM } = times[0] ?? {};
  const [recording] = recordings;
  const isDrawn = recording !== undefined && outline !== null;
  return (
    <>
      <section
        className={clsx(
          'mt-5',
          isDrawn ? 'grid grid-cols-[minmax(0,1fr)] gap-6' : 'flex gap-5',
          !isCompact && 'lg:mt-8',
          isDrawn && !isCompact && 'lg:grid-cols-[176px_minmax(0,1fr)] lg:gap-10',
        )}
        aria-label={intl.formatMessage({ id: 'logbook.dive.figures' })}
      >
        {!isDrawn && typeof depthM === 'number' && depthM > 0 && (
          <div className="flex-none">
            <DepthBar
              depthM={depthM}
              scaleDepthM={Math.max(leastScaleM, depthM * 1.05)}
              height={isCompact ? 64 : 136}
            />
          </div>
        )}
        <Stats log={log} isCompact={isCompact} isColumn={isDrawn && !isCompact} />
        {isDrawn && (
          <DiveRecordings
            log={log}
            recording={recording}
            outline={outline}
            isOwn={isOwnDive(log, viewer)}
            isCompact={isCompact}
          />
        )}
      </section>
      {canVerify(log, viewer) && <RecordingCheck log={log} />}
    </>
  );
}

/** A row on phones and in lists, and a column beside a profile. */
function Stats({ log, isCompact, isColumn }: Required<DiveFiguresProps> & { isColumn: boolean }) {
  const intl = useIntl();
  const measures = useMeasures();
  const { depth_times: times, conditions, typed } = log;
  const { max_depth: depthM, bottom_time: minutes } = times[0] ?? {};
  const depth = measures.show('max_depth', depthM, typed);
  const temperature = measures.show('bottom_water_temp', conditions[0]?.bottom_water_temp, typed);
  const look = isCompact ? compactLook : pageLook;
  return (
    <div
      className={clsx(
        'grid grid-cols-[auto_auto_auto] flex-1 justify-between gap-4',
        isColumn
          ? 'lg:grid-cols-[1fr] lg:content-between lg:self-start lg:min-h-80 lg:pt-6 lg:pb-11'
          : !isCompact && 'lg:justify-start lg:gap-x-12',
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
