import { listDepthBands } from './depth-bands.ts';

export type DepthStripProps = {
  /** Oldest first. */
  dives: readonly { id: string; depthM: number; year: number }[];
  /** The text alternative. */
  label: string;
  /** The deepest dive, formatted by the caller in the person's units. */
  deepestText: string;
};

const WIDTH = 1000;
/** The height in CSS pixels on a wide page, where the deepest dive is labelled. */
const HEIGHT = 120;
/** Limits the width of the bars while there are few dives. */
const MIN_SLOTS = 24;
const MIN_SCALE_M = 12;

/** A bar chart of dive depths below the waterline, with years. It is not mirrored in right-to-left languages. */
export function DepthStrip({ dives, label, deepestText }: DepthStripProps) {
  const slots = Math.max(dives.length, MIN_SLOTS);
  const slot = WIDTH / slots;
  const deepest = dives.reduce((best, { depthM }, index) => (depthM > (dives[best]?.depthM ?? 0) ? index : best), 0);
  const scaleM = Math.max(dives[deepest]?.depthM ?? 0, MIN_SCALE_M);
  const toY = (depthM: number) => (depthM / scaleM) * HEIGHT;
  // Offset and translation cancel out at both ends, so the label stays inside the strip.
  const position = `${((deepest + 0.5) / slots) * 100}%`;
  return (
    <div className="strip">
      <span className="vh">{label}</span>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {dives.map(({ id, depthM }, index) =>
          listDepthBands(depthM).map(({ tint, fromM, toM }) => (
            <rect
              key={`${id}-${tint}`}
              className={`d${tint}`}
              x={(index + 0.14) * slot}
              y={toY(fromM)}
              width={slot * 0.72}
              height={toY(toM) - toY(fromM) + 0.3}
            />
          )),
        )}
        <path className="sea" d={`M0 0H${WIDTH}`} />
      </svg>
      {dives.length > 0 && (
        <span
          className="deep num"
          style={{
            insetInlineStart: position,
            transform: `translateX(-${position})`,
            top: toY(dives[deepest]?.depthM ?? 0),
          }}
          aria-hidden="true"
        >
          {deepestText}
        </span>
      )}
      <div className="years num" aria-hidden="true">
        {countByYear(dives).map(({ year, count }) => (
          <span key={year} style={{ flexGrow: count }}>
            {year}
          </span>
        ))}
        {slots > dives.length && <i style={{ flexGrow: slots - dives.length }} />}
      </div>
    </div>
  );
}

function countByYear(dives: DepthStripProps['dives']): { year: number; count: number }[] {
  const counts = new Map<number, number>();
  for (const { year } of dives) counts.set(year, (counts.get(year) ?? 0) + 1);
  return [...counts].map(([year, count]) => ({ year, count }));
}
