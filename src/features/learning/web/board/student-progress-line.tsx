import { clsx } from 'clsx';
import { drawCurve } from '#ui/dive/smooth-curve.ts';
import type { BoardStudent } from '#features/learning/shared/board-contract.ts';

const width = 280;
const height = 44;
const surface = 9;

/** Points of a dive profile; the card is at the surface. */
const places = [
  { x: 44, y: 22 },
  { x: 92, y: 33 },
  { x: 136, y: 38 },
  { x: 182, y: 36 },
  { x: 226, y: 24 },
] as const;
const card = { x: 262, y: surface };
const line = drawCurve([{ x: 4, y: surface }, ...places, card]);
const full = 'fill-accent stroke-accent forced-colors:fill-[CanvasText]';
const circumference = 2 * Math.PI * 5;

/** Shares from 0 to 1 for forms, lessons, exam, skills and dives; null for parts that the course does not have. */
function getProgressShares({ hasForms, medicalUntil, lessons, exam, skills, dives }: BoardStudent): (number | null)[] {
  const paper = ((hasForms ? 1 : 0) + (medicalUntil === null ? 0 : 1)) / 2;
  return [paper, ...[lessons, exam, skills, dives].map(({ done, total }) => (total === 0 ? null : done / total))];
}

/** Draws the course as a dive profile. Hidden from screen readers, because the same facts are shown as text. */
export function StudentProgressLine({ student }: { student: BoardStudent }) {
  const shares = getProgressShares(student);
  return (
    <svg
      className="flip block w-70 max-w-full fill-none stroke-line-2 stroke-[1.75]"
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      <path className="[stroke-dasharray:2_5] [stroke-linecap:round]" d={`M0 ${surface}H${width}`} />
      <path d={line} />
      {places.map(({ x, y }, index) => {
        const share = shares[index];
        if (share === null || share === undefined) return null;
        return (
          <g key={x} transform={`translate(${x} ${y})`}>
            <circle className={clsx('stroke-[2.5]', share >= 1 ? full : 'fill-surface')} r="5" />
            {share > 0 && share < 1 && (
              <circle
                className="fill-none stroke-accent stroke-[2.5]"
                r="5"
                strokeDasharray={`${(share * circumference).toFixed(1)} 99`}
                transform="rotate(-90)"
              />
            )}
          </g>
        );
      })}
      <rect
        className={student.isReady ? full : 'fill-surface'}
        x={card.x - 12}
        y={card.y - 8}
        width="24"
        height="16"
        rx="3"
      />
    </svg>
  );
}
