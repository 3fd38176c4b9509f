export type CurvePoint = { x: number; y: number };

const tension = 0.3;
/** Longer handles would lead the line back where a short distance follows a long one. */
const maxHandleShare = 0.6;

/** The SVG path of a smooth line through every point (Catmull-Rom as cubic curves), whose x never decreases. */
export function drawCurve(points: readonly CurvePoint[]): string {
  const at = (index: number) => points[Math.min(points.length - 1, Math.max(0, index))] ?? { x: 0, y: 0 };
  const start = at(0);
  const curves = points.slice(1).map((point, index) => {
    const from = at(index);
    const width = point.x - from.x;
    const leave = moveAlong(from, getHandle(at(index - 1), point, width), 1);
    const arrive = moveAlong(point, getHandle(from, at(index + 2), width), -1);
    return `C${round(leave.x)} ${round(leave.y)} ${round(arrive.x)} ${round(arrive.y)} ${round(point.x)} ${round(point.y)}`;
  });
  return `M${round(start.x)} ${round(start.y)}${curves.join('')}`;
}

/** The direction between the points beside a point, shortened to the width of the curve. */
function getHandle(before: CurvePoint, after: CurvePoint, width: number): CurvePoint {
  const span = after.x - before.x;
  const share = span > 0 ? Math.min(tension, (maxHandleShare * width) / span) : tension;
  return { x: span * share, y: (after.y - before.y) * share };
}

const moveAlong = ({ x, y }: CurvePoint, handle: CurvePoint, sign: 1 | -1): CurvePoint => ({
  x: x + sign * handle.x,
  y: y + sign * handle.y,
});

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
