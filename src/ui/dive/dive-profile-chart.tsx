import { useId } from 'react';
import { drawProfileLine, findDeepest, listDepthBands } from './depth-bands.ts';
import type { DepthSample } from './depth-bands.ts';

export type DiveProfileChartProps = {
  samples: readonly DepthSample[];
  /** The text alternative. */
  label: string;
  /** Formatted by the caller in the person's units. */
  depthTicks: readonly { depthM: number; text: string }[];
  timeTicks: readonly { timeMin: number; text: string }[];
  deepestText: string;
  stop?: { fromMin: number; toMin: number; depthM: number; text: string };
  size?: 'wide' | 'narrow';
};

const sizes = {
  wide: { width: 840, height: 300, start: 44, end: 12, everyMin: 1, longMin: 10 },
  narrow: { width: 374, height: 236, start: 34, end: 8, everyMin: 5, longMin: 10 },
} as const;
const SEA = 34;
const FOOT = 38;

/** The depth profile of a dive with axes, deepest point and stop. It is not mirrored in right-to-left languages. */
export function DiveProfileChart({
  samples,
  label,
  depthTicks,
  timeTicks,
  deepestText,
  stop,
  size = 'wide',
}: DiveProfileChartProps) {
  const clipId = useId();
  const { width, height, start, end, everyMin, longMin } = sizes[size];
  const deepest = findDeepest(samples);
  const lastMin = timeTicks.at(-1)?.timeMin ?? samples.at(-1)?.timeMin ?? 1;
  const scaleM = Math.max(deepest.depthM, depthTicks.at(-1)?.depthM ?? 0) * 1.04;
  const toX = (timeMin: number) => start + (timeMin / lastMin) * (width - start - end);
  const toY = (depthM: number) => SEA + (depthM / scaleM) * (height - SEA - FOOT);
  const line = drawProfileLine(samples, toX, toY);
  const minutes = Array.from({ length: Math.floor(lastMin / everyMin) + 1 }, (_, index) => index * everyMin);
  return (
    <>
      <span className="vh">{label}</span>
      <svg className="profile" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <clipPath id={clipId}>
          <path d={`${line}Z`} />
        </clipPath>
        <g clipPath={`url(#${clipId})`}>
          {listDepthBands(deepest.depthM).map(({ tint, fromM, toM }) => (
            <rect key={tint} className={`d${tint}`} y={toY(fromM)} width={width} height={toY(toM) - toY(fromM) + 0.5} />
          ))}
        </g>
        {depthTicks.map(({ depthM, text }) => (
          <g key={depthM}>
            {depthM > 0 && <path className="grid" d={`M${start} ${toY(depthM)}H${width - end}`} />}
            <text x={start - 10} y={toY(depthM) + 4.5} textAnchor="end">
              {text}
            </text>
          </g>
        ))}
        <path className="edge" d={line} style={{ strokeWidth: 2.25 }} />
        <path className="sea" d={`M${start} ${SEA}H${width - end}`} />
        <path
          className="tick"
          d={minutes.map((min) => `M${toX(min).toFixed(1)} ${SEA}v${min % longMin === 0 ? 9 : 4}`).join('')}
        />
        {timeTicks.map(({ timeMin, text }, index) => (
          <text
            key={timeMin}
            x={toX(timeMin)}
            y={height - 6}
            textAnchor={index === 0 ? 'start' : timeMin === lastMin ? 'end' : 'middle'}
          >
            {text}
          </text>
        ))}
        <circle className="mark" cx={toX(deepest.timeMin)} cy={toY(deepest.depthM)} r={5} />
        <text className="mark-text" x={toX(deepest.timeMin) + 12} y={toY(deepest.depthM) + 18}>
          {deepestText}
        </text>
        {stop && (
          <StopMark
            stop={stop}
            toX={toX}
            y={toY(stop.depthM) + 16}
            edge={size === 'narrow' ? width - end : undefined}
          />
        )}
      </svg>
    </>
  );
}

type StopMarkProps = {
  stop: NonNullable<DiveProfileChartProps['stop']>;
  toX: (timeMin: number) => number;
  y: number;
  edge: number | undefined;
};

/** A leader line connects the bracket to a label at the edge on narrow charts, which have no space beside it. */
function StopMark({ stop, toX, y, edge }: StopMarkProps) {
  const from = toX(stop.fromMin);
  const to = toX(stop.toMin);
  const middle = (from + to) / 2;
  const leader = edge === undefined ? '' : `M${middle.toFixed(1)} ${(y + 6).toFixed(1)}v39.5`;
  const textPosition = edge === undefined ? { x: middle, y: y + 24 } : { x: edge, y: y + 64 };
  return (
    <>
      <path className="bracket" d={`M${from.toFixed(1)} ${y.toFixed(1)}v6H${to.toFixed(1)}v-6${leader}`} />
      <text className="mark-text" {...textPosition} textAnchor={edge === undefined ? 'middle' : 'end'}>
        {stop.text}
      </text>
    </>
  );
}
