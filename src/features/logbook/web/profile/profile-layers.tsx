import { clsx } from 'clsx';
import type { RecordingEvent } from '#features/logbook/shared/dive-files/dive-file.ts';
import type { PackedRecording } from '#features/logbook/shared/recordings/pack-recording.ts';
import { drawLine, findRange, listPoints, type TimeWindow } from './chart-points.ts';
import type { ChartScale } from './chart-scale.ts';
import { gasNameWidth, listMarks } from './event-marks.ts';
import { readMoment } from './moment.ts';
import { useProfileText } from './use-profile-text.ts';

interface LayerProps {
  recording: PackedRecording;
  window: TimeWindow;
  scale: ChartScale;
}

/** A line with values at its end. It has the full height of the water as its scale, from `low` up to `high`. */
function ValueLine({
  column,
  recording: { samples },
  window,
  scale,
  range: { low, high },
  className,
  format,
}: LayerProps & {
  column: Float64Array;
  range: { low: number; high: number };
  className: string;
  format: (value: number) => string;
}) {
  const points = listPoints(samples.timeS, column, window);
  const last = points.findLast(({ timeS }) => timeS <= window.toS);
  if (last === undefined) return null;
  const toY = (value: number) => scale.bottom - ((value - low) / (high - low)) * (scale.bottom - scale.sea);
  const line = drawLine(points, scale.toX, toY);
  return (
    <>
      <path className="halo" d={line} />
      <path className={clsx('layer', className)} d={line} />
      <text className="layer-text" x={scale.toX(last.timeS) - 4} y={toY(last.value) - 7} textAnchor="end">
        {format(last.value)}
      </text>
    </>
  );
}

export function TemperatureLayer(props: LayerProps) {
  const text = useProfileText();
  const column = props.recording.samples.columns.temperatureC;
  const range = column && findRange(column);
  if (!column || !range) return null;
  // Space above and below, and a flat line for water of the same temperature.
  const margin = Math.max(2, range.max - range.min) / 3;
  return (
    <ValueLine
      {...props}
      column={column}
      range={{ low: range.min - margin, high: range.max + margin }}
      className="dotted"
      format={text.temperature}
    />
  );
}

/** One line for each cylinder with a transmitter, all on one scale. */
export function PressureLayer(props: LayerProps) {
  const text = useProfileText();
  const { cylinders, samples } = props.recording;
  const columns = Object.entries(samples.pressureBar);
  const names = columns.map(([cylinder]) => {
    const gas = cylinders[Number(cylinder)]?.gas ?? null;
    return gas === null ? null : text.gasName(gas);
  });
  // The chart of a phone has no room for more than the gas, if that tells the cylinders apart.
  const isNamedByGas = !names.includes(null) && new Set(names).size === names.length;
  const high = Math.max(1, ...columns.map(([, column]) => findRange(column)?.max ?? 0));
  return columns.map(([cylinder, column], index) => (
    <ValueLine
      key={cylinder}
      {...props}
      column={column}
      range={{ low: 0, high: high * 1.1 }}
      className={Number(cylinder) % 2 === 0 ? 'dashed' : 'dash-dotted'}
      format={(bar) =>
        columns.length === 1
          ? text.pressure(bar)
          : `${(isNamedByGas ? names[index] : null) ?? text.cylinderName(props.recording, Number(cylinder))}: ${text.pressure(bar)}`
      }
    />
  ));
}

/** The water above the ceiling, which must not be entered. */
export function CeilingLayer({ recording: { samples }, window, scale }: LayerProps) {
  const points = listPoints(samples.timeS, samples.columns.ceilingM, window);
  const [first] = points;
  if (first === undefined) return null;
  const line = drawLine(points, scale.toX, scale.toY);
  return <path className="ceiling" d={`${line}V${scale.sea}H${scale.toX(first.timeS).toFixed(1)}Z`} />;
}

/** The shape says what happened: a diamond for a gas switch, a triangle for a warning, a circle for anything else. */
const shapes: Partial<Record<RecordingEvent['kind'], string>> = {
  'gas-change': 'M0-7L7 0L0 7L-7 0Z',
  ascent: 'M0-7L7 6H-7Z',
  alarm: 'M0-7L7 6H-7Z',
  stop: 'M-7-3H7V3H-7Z',
};
const circle = 'M-5 0A5 5 0 1 0 5 0A5 5 0 1 0-5 0Z';

export function EventLayer({ recording, window, scale }: LayerProps) {
  const text = useProfileText();
  return listMarks(recording.events, window, scale.toX).map(({ event, isCrowded }, index) => {
    const { timeS, kind } = event;
    const { values, gas } = readMoment(recording, timeS);
    const [x, y] = [scale.toX(timeS), scale.toY(values.depthM ?? 0)];
    // The name of a gas stays off the waterline and off the next event.
    const isBefore = isCrowded && x - gasNameWidth > scale.start;
    return (
      // oxlint-disable-next-line react/no-array-index-key -- events have no id, and two may be equal
      <g key={index} transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
        <title>{text.eventName(recording, event)}</title>
        <path className="event" d={shapes[kind] ?? circle} />
        {kind === 'gas-change' && gas !== null && (
          <text
            className="layer-text"
            x={isBefore ? -10 : 10}
            y={y - scale.sea < 20 ? 18 : -6}
            textAnchor={isBefore ? 'end' : 'start'}
          >
            {text.gasName(gas)}
          </text>
        )}
      </g>
    );
  });
}
