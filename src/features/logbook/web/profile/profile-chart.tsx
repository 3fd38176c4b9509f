import { memo, useId, useMemo, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { listDepthBands } from '#ui/dive/depth-bands.ts';
import type { PackedRecording } from '#features/logbook/shared/recordings/pack-recording.ts';
import { depthTicks } from '#features/logbook/web/dive/chart-ticks.ts';
import { drawLine, findDeepest, listPoints, type ChartPoint, type TimeWindow } from './chart-points.ts';
import { createScale, type ChartScale, type ChartSize } from './chart-scale.ts';
import type { ProfileLayer } from './layers.ts';
import type { Moment } from './moment.ts';
import { CeilingLayer, EventLayer, PressureLayer, TemperatureLayer } from './profile-layers.tsx';
import { formatClock, listTimeTicks } from './time-window.ts';
import { useChartPointer } from './use-chart-pointer.ts';
import { useProfileText } from './use-profile-text.ts';

/** Another computer's recording of the same dive. */
export interface OtherRecording {
  id: string;
  name: string;
  recording: PackedRecording;
  /** How much later it started. */
  offsetS: number;
}

interface DrawingProps {
  recording: PackedRecording;
  window: TimeWindow;
  layers: readonly ProfileLayer[];
  size: ChartSize;
}

interface ProfileChartProps extends DrawingProps {
  /** The text alternative. */
  label: string;
  others: readonly OtherRecording[];
  moment: Moment;
  onMoment: (timeS: number) => void;
  onSelect: (startS: number, endS: number) => void;
  /** Shown on the chart. */
  renderPins: (scale: ChartScale) => ReactNode;
}

/** The recorded profile. It is not mirrored in right-to-left languages. */
export function ProfileChart(props: ProfileChartProps) {
  const { label, others, moment, onMoment, onSelect, renderPins, ...drawing } = props;
  const { recording, window, size } = drawing;
  const deepest = useMemo(() => findDeepest(recording.samples), [recording]);
  const deepestM = Math.max(deepest.value, ...others.map((other) => findDeepest(other.recording.samples).value));
  const scale = useMemo(() => createScale(size, window, getScaleDepth(deepestM)), [size, window, deepestM]);
  const { selection, handlers } = useChartPointer(scale, onMoment, onSelect);
  const x = scale.toX(moment.timeS);
  const { depthM } = moment.values;
  return (
    // Every action of the pointer has a control for the keyboard: the slider and the zoom buttons.
    <div role="presentation" className="relative cursor-crosshair touch-pan-y select-none" {...handlers}>
      <span className="vh">{label}</span>
      <svg className="profile" viewBox={`0 0 ${scale.width} ${scale.height}`} aria-hidden="true">
        <ProfileDrawing {...drawing} scale={scale} deepest={deepest} />
        {others.map((other) => (
          <OtherLine key={other.id} {...other} window={window} scale={scale} />
        ))}
        {selection !== null && (
          <rect
            className="selection"
            x={scale.toX(Math.min(...selection))}
            y={scale.sea}
            width={Math.abs(scale.toX(selection[1]) - scale.toX(selection[0]))}
            height={scale.bottom - scale.sea}
          />
        )}
        {x >= scale.start && x <= scale.end && (
          <g className="print:hidden">
            <path className="moment-line" d={`M${x.toFixed(1)} ${scale.sea}V${scale.bottom}`} />
            {depthM !== undefined && <circle className="moment" cx={x} cy={scale.toY(depthM)} r={6} />}
          </g>
        )}
      </svg>
      {renderPins(scale)}
    </div>
  );
}

/** The water is a little deeper than the dive. */
const getScaleDepth = (deepestM: number) => Math.max(1, deepestM) * 1.04;

/** Everything but the moment, which moves many times a second. */
const ProfileDrawing = memo(function ProfileDrawing(props: DrawingProps & { scale: ChartScale; deepest: ChartPoint }) {
  const { recording, window, layers, scale, deepest } = props;
  const clipId = useId();
  const text = useProfileText();
  const { toX, toY, sea } = scale;
  const { samples } = recording;
  const points = listPoints(samples.timeS, samples.columns.depthM, window);
  const line = drawLine(points, toX, toY);
  const [first] = points;
  const layer = { recording, window, scale };
  return (
    <>
      <clipPath id={`${clipId}-water`}>
        <path d={first === undefined ? '' : `${line}V${sea}H${toX(first.timeS).toFixed(1)}Z`} />
      </clipPath>
      <clipPath id={`${clipId}-plot`}>
        <rect x={scale.start} y={0} width={scale.end - scale.start} height={scale.height} />
      </clipPath>
      <g clipPath={`url(#${clipId}-plot)`}>
        <g clipPath={`url(#${clipId}-water)`}>
          {listDepthBands(deepest.value).map(({ tint, fromM, toM }) => (
            <rect
              key={tint}
              className={`d${tint}`}
              y={toY(fromM)}
              width={scale.width}
              height={toY(toM) - toY(fromM) + 0.5}
            />
          ))}
        </g>
        {layers.includes('ceiling') && <CeilingLayer {...layer} />}
      </g>
      <DepthAxis deepestM={deepest.value} scale={scale} />
      <g clipPath={`url(#${clipId}-plot)`}>
        <path className="edge" d={line} style={{ strokeWidth: 2.25 }} />
        {layers.includes('temperature') && <TemperatureLayer {...layer} />}
        {layers.includes('pressure') && <PressureLayer {...layer} />}
      </g>
      <TimeAxis window={window} scale={scale} />
      {deepest.timeS >= window.fromS && deepest.timeS <= window.toS && (
        <>
          <circle className="mark" cx={toX(deepest.timeS)} cy={toY(deepest.value)} r={5} />
          <text className="mark-text" x={toX(deepest.timeS) + 12} y={toY(deepest.value) + 18}>
            {text.depth(deepest.value)}
          </text>
        </>
      )}
      {layers.includes('events') && <EventLayer {...layer} />}
    </>
  );
});

interface OtherLineProps extends OtherRecording {
  window: TimeWindow;
  scale: ChartScale;
}

/** The name is below the end of the line, on the side with more room for it. */
const OtherLine = memo(function OtherLine({ name, recording: { samples }, offsetS, window, scale }: OtherLineProps) {
  const clipId = useId();
  const points = listPoints(samples.timeS, samples.columns.depthM, {
    fromS: window.fromS - offsetS,
    toS: window.toS - offsetS,
  });
  const last = points.findLast(({ timeS }) => timeS + offsetS <= window.toS);
  const endX = last === undefined ? 0 : scale.toX(last.timeS + offsetS);
  const isLate = endX > scale.width / 2;
  return (
    <>
      <clipPath id={clipId}>
        <rect x={scale.start} y={0} width={scale.end - scale.start} height={scale.height} />
      </clipPath>
      <g clipPath={`url(#${clipId})`}>
        <path className="layer second" d={drawLine(points, (timeS) => scale.toX(timeS + offsetS), scale.toY)} />
      </g>
      {last !== undefined && (
        <text
          className="layer-text"
          x={isLate ? endX - 4 : Math.max(endX, scale.start) + 4}
          y={scale.toY(last.value) + 30}
          textAnchor={isLate ? 'end' : 'start'}
        >
          {name}
        </text>
      )}
    </>
  );
});

function DepthAxis({ deepestM, scale: { start, end, toY } }: { deepestM: number; scale: ChartScale }) {
  const intl = useIntl();
  const { measures } = useProfileText();
  return depthTicks(deepestM, measures.system).map(({ value, depthM }) => (
    <g key={depthM}>
      {depthM > 0 && <path className="grid" d={`M${start} ${toY(depthM)}H${end}`} />}
      <text x={start - 10} y={toY(depthM) + 4.5} textAnchor="end">
        {value === 0 ? measures.unit('depth') : intl.formatNumber(value)}
      </text>
    </g>
  ));
}

const lastTickWidth = 64;

/** The waterline with a tick for each minute, or for more where they would be too close. */
function TimeAxis({ window, scale }: { window: TimeWindow; scale: ChartScale }) {
  const intl = useIntl();
  const { start, end, sea, height, toX } = scale;
  const ticks = listTimeTicks(window);
  const everyMin = [1, 5, 10, 30].find((step) => (window.toS - window.fromS) / 60 / step <= (end - start) / 12) ?? 60;
  const firstMinute = Math.ceil(window.fromS / 60 / everyMin) * everyMin;
  const count = Math.floor((window.toS / 60 - firstMinute) / everyMin) + 1;
  const minutes = Array.from({ length: Math.max(0, count) }, (_, index) => firstMinute + index * everyMin);
  const isWhole = ticks.every((timeS) => timeS % 60 === 0);
  const format = (timeS: number) => {
    if (!isWhole) return formatClock(timeS);
    return timeS === ticks.at(-1)
      ? intl.formatMessage({ id: 'logbook.dive.tick_min' }, { minutes: timeS / 60 })
      : intl.formatNumber(timeS / 60);
  };
  return (
    <>
      <path className="sea" d={`M${start} ${sea}H${end}`} />
      <path
        className="tick"
        d={minutes.map((min) => `M${toX(min * 60).toFixed(1)} ${sea}v${min % (everyMin * 10) === 0 ? 9 : 4}`).join('')}
      />
      {/* The last one is longer and ends at the edge. */}
      {ticks
        .filter((timeS) => timeS === ticks.at(-1) || toX(ticks.at(-1) ?? 0) - toX(timeS) > lastTickWidth)
        .map((timeS) => (
          <text
            key={timeS}
            x={toX(timeS)}
            y={height - 6}
            textAnchor={timeS === window.fromS ? 'start' : timeS === window.toS ? 'end' : 'middle'}
          >
            {format(timeS)}
          </text>
        ))}
    </>
  );
}
