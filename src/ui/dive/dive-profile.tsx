import { useId } from 'react';
import { drawProfileLine, findDeepest, listDepthBands } from './depth-bands.ts';
import type { DepthSample } from './depth-bands.ts';

export type DiveProfileProps = {
  samples: readonly DepthSample[];
  /** The depth of the whole height. Use the same value for all dives of a list to make them comparable. */
  scaleDepthM?: number;
  /** The text alternative. */
  label: string;
  height?: number | string;
};

const WIDTH = 600;
const HEIGHT = 110;

/** A small depth profile without axes. */
export function DiveProfile({ samples, scaleDepthM, label, height = HEIGHT }: DiveProfileProps) {
  const clipId = useId();
  const deepest = findDeepest(samples);
  const lastMin = samples.at(-1)?.timeMin || 1;
  const toY = (depthM: number) => (depthM / (scaleDepthM ?? deepest.depthM * 1.05)) * HEIGHT;
  const line = drawProfileLine(samples, (timeMin) => (timeMin / lastMin) * WIDTH, toY);
  return (
    <>
      <span className="vh">{label}</span>
      <svg
        className="profile"
        style={{ blockSize: height }}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <clipPath id={clipId}>
          <path d={`${line}Z`} />
        </clipPath>
        <g clipPath={`url(#${clipId})`}>
          {listDepthBands(deepest.depthM).map(({ tint, fromM, toM }) => (
            // The overlap of half a unit hides the seam between two bands.
            <rect key={tint} className={`d${tint}`} y={toY(fromM)} width={WIDTH} height={toY(toM) - toY(fromM) + 0.5} />
          ))}
        </g>
        <path className="edge" d={line} />
        <path className="sea" d={`M0 0H${WIDTH}`} />
      </svg>
    </>
  );
}
