import { useId } from 'react';
import type { ReactNode } from 'react';
import { clsx } from 'clsx';
import { drawCurve } from './smooth-curve.ts';
import { Waterline } from './waterline.tsx';

export type CourseStop = {
  state: 'done' | 'here' | 'next';
  icon?: ReactNode;
  label: ReactNode;
  detail?: ReactNode;
  /** Hides the label visually, as for the card at the end. */
  isLabelHidden?: boolean;
};

/** `at` is the horizontal and `depth` the vertical position, 0 to 1. A point without a stop only bends the line. */
export type CoursePoint = { at: number; depth: number; stop?: CourseStop };

const WIDTH = 1000;
const HEIGHT = 190;
const BAND_STARTS = [0, 22, 48, 78, 106, 136, 166] as const;

/** A course drawn as a dive profile that ends at the surface, often with the card. It is tinted up to the progress and dashed ahead. */
export function CoursePath({
  label,
  points,
  progress,
  note,
}: {
  label: string;
  points: readonly CoursePoint[];
  progress: number;
  note?: ReactNode;
}) {
  const id = useId();
  const line = drawCurve([
    { x: 0, y: 0 },
    ...points.map(({ at, depth }) => ({ x: at * WIDTH, y: depth * HEIGHT })),
    { x: WIDTH, y: 0 },
  ]);
  const progressX = progress * WIDTH;
  return (
    <section className="path" aria-label={label}>
      <div className="hang">
        <svg className="profile" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <clipPath id={`${id}-water`}>
            <path d={`${line}Z`} />
          </clipPath>
          <clipPath id={`${id}-behind`}>
            <rect width={progressX} height={HEIGHT} />
          </clipPath>
          <clipPath id={`${id}-ahead`}>
            <rect x={progressX} width={WIDTH - progressX} height={HEIGHT} />
          </clipPath>
          <g clipPath={`url(#${id}-behind)`}>
            <g clipPath={`url(#${id}-water)`}>
              {BAND_STARTS.map((y, index) => (
                <rect
                  key={y}
                  className={`d${index + 1}`}
                  y={y}
                  width={WIDTH}
                  height={(BAND_STARTS[index + 1] ?? 220) - y + 1}
                />
              ))}
            </g>
            <path className="edge" d={line} />
          </g>
          <path className="ahead" clipPath={`url(#${id}-ahead)`} d={line} />
        </svg>
        <Waterline />
        <ol>{points.map(({ at, depth, stop }) => stop && <Stop key={at} at={at} depth={depth} stop={stop} />)}</ol>
      </div>
      {note && <p className="path-note only-phone text-pretty">{note}</p>}
    </section>
  );
}

function Stop({ at, depth, stop }: Required<CoursePoint>) {
  const position = { insetInlineStart: `${at * 100}%`, insetBlockStart: `${depth * 100}%` };
  return (
    <li>
      <span className={clsx('stop', stop.state !== 'done' && stop.state)} style={position} aria-hidden="true">
        {stop.icon}
      </span>
      <span className={clsx(stop.isLabelHidden ? 'vh' : 'lbl', stop.state === 'here' && 'here')} style={position}>
        <b>{stop.label}</b>
        {stop.detail}
      </span>
    </li>
  );
}
