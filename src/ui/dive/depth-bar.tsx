import { listDepthBands } from './depth-bands.ts';

const WIDTH = 12;
const HEIGHT = 110;

type DepthBarProps = {
  depthM: number;
  /** The depth of the whole height. */
  scaleDepthM: number;
  height?: number | string;
};

/** Maximum depth as a bar below the surface, for a dive without a recording. It says nothing about the dive's course. */
export function DepthBar({ depthM, scaleDepthM, height = HEIGHT }: DepthBarProps) {
  const toY = (metres: number) => (metres / scaleDepthM) * HEIGHT;
  return (
    <span className="block border-t-[1.5px] border-ink" style={{ blockSize: height }} aria-hidden="true">
      <svg
        className="profile"
        style={{ blockSize: '100%', inlineSize: WIDTH }}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        {listDepthBands(depthM).map(({ tint, fromM, toM }) => (
          <rect key={tint} className={`d${tint}`} y={toY(fromM)} width={WIDTH} height={toY(toM) - toY(fromM) + 0.5} />
        ))}
      </svg>
    </span>
  );
}
