import { memo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { fromMetric } from '#domain/units.ts';
import { Stat } from '#ui/display/stat.tsx';
import { listDepthBands } from '#ui/dive/depth-bands.ts';
import {
  measureDepth,
  measureGasUse,
  sumTimeInBands,
  type GasUse,
} from '#features/logbook/shared/recordings/figures.ts';
import type { PackedRecording } from '#features/logbook/shared/recordings/pack-recording.ts';
import { findRange } from './chart-points.ts';
import { formatClock } from './time-window.ts';
import { useProfileText } from './use-profile-text.ts';

/** What a recording tells beyond maximum depth and time. */
export const ProfileStats = memo(function ProfileStats({ recording }: { recording: PackedRecording }) {
  const intl = useIntl();
  const { measures } = useProfileText();
  const figures = measureDepth(recording.samples);
  if (figures === null) return null;
  const average = measures.show('max_depth', figures.avgDepthM);
  const ascent = measures.show('max_depth', figures.maxAscentMPerMin);
  return (
    <div className="flex flex-wrap gap-x-10 gap-y-4 px-2">
      {average && (
        <Stat
          size="sm"
          value={average.value}
          unit={average.unit}
          label={<FormattedMessage id="logbook.profile.average" />}
        />
      )}
      {ascent && (
        <Stat
          size="sm"
          value={ascent.value}
          unit={intl.formatMessage({ id: 'logbook.profile.per_min' }, { unit: ascent.unit })}
          label={<FormattedMessage id="logbook.profile.ascent" />}
        />
      )}
    </div>
  );
});

/** Time by depth and gas by cylinder. */
export function ProfileFigures({ recording }: { recording: PackedRecording }) {
  const gasUse = measureGasUse(recording.samples, recording.cylinders, recording.events);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <DepthTimes recording={recording} />
      {gasUse.length > 0 && <GasUses recording={recording} gasUse={gasUse} />}
    </div>
  );
}

/** The time in each band, with the band's tint. */
function DepthTimes({ recording: { samples } }: { recording: PackedRecording }) {
  const { measures } = useProfileText();
  const { depthM } = samples.columns;
  const bands = listDepthBands((depthM && findRange(depthM)?.max) ?? 0);
  if (bands.length === 0) return null;
  const seconds = sumTimeInBands(
    samples,
    bands.map(({ fromM }) => fromM),
  );
  const longest = Math.max(1, ...seconds);
  const toShown = (metres: number) => measures.show('max_depth', metres)?.value;
  return (
    <section>
      <p className="text-sm font-strong">
        <FormattedMessage id="logbook.profile.bands" />
      </p>
      <ul className="mt-1 grid text-sm">
        {bands.map(({ tint, fromM, toM }, index) => (
          <li key={tint} className="grid grid-cols-[92px_minmax(0,1fr)_64px] items-center gap-3 py-1">
            <span className="num iso">
              {toShown(fromM)}–{toShown(toM)} {measures.unit('depth')}
            </span>
            <svg className="h-3 w-full" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
              <rect className={`d${tint}`} width={((seconds[index] ?? 0) / longest) * 100} height={10} />
            </svg>
            <span className="num iso text-end font-strong">{formatClock(seconds[index] ?? 0)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Free gas in cubic feet, unlike the size of a cylinder. */
const cubicFeetPerLitre = 0.035_314_7;

function GasUses({ recording, gasUse }: { recording: PackedRecording; gasUse: readonly GasUse[] }) {
  const intl = useIntl();
  const text = useProfileText();
  const { system, unit } = text.measures;
  const isMetric = system === 'Metric';
  const perMinute = (value: number, name: string, maximumFractionDigits: number) =>
    `${intl.formatNumber(value, { maximumFractionDigits })} ${intl.formatMessage({ id: 'logbook.profile.per_min' }, { unit: name })}`;
  const sac = (bar: number) =>
    perMinute(isMetric ? bar : fromMetric('pressure', bar, system), unit('pressure'), isMetric ? 1 : 0);
  const rmv = (litres: number) =>
    perMinute(isMetric ? litres : litres * cubicFeetPerLitre, unit('cylinder'), isMetric ? 1 : 2);
  return (
    <section>
      <p className="text-sm font-strong">
        <FormattedMessage id="logbook.profile.gas_use" />
      </p>
      {gasUse.map(({ cylinder, startBar, endBar, sacBarPerMin, rmvLPerMin }) => (
        <dl key={cylinder} className="mt-2 text-sm">
          <Row
            label={text.cylinderName(recording, cylinder)}
            value={`${text.pressure(startBar)} – ${text.pressure(endBar)}`}
          />
          <Row label={intl.formatMessage({ id: 'logbook.profile.sac' })} value={sac(sacBarPerMin)} />
          {rmvLPerMin !== null && (
            <Row label={intl.formatMessage({ id: 'logbook.profile.rmv' })} value={rmv(rmvLPerMin)} />
          )}
        </dl>
      ))}
    </section>
  );
}

function Row({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex justify-between gap-3 border-b border-line py-2">
      <dt className="text-ink-2">{label}</dt>
      <dd className="num text-end font-strong">
        <bdi>{value}</bdi>
      </dd>
    </div>
  );
}
