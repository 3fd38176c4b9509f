export type CurvePoint = { x: number; y: number };

/** The SVG path of a smooth line through every point (Catmull-Rom as cubic curves). */
export function drawCurve(points: readonly CurvePoint[]): string {
  const tension = 0.3;
  const at = (index: number) => points[Math.min(points.length - 1, Math.max(0, index))] ?? { x: 0, y: 0 };
  const start = at(0);
  const curves = points.slice(1).map((point, index) => {
    const before = at(index - 1);
    const from = at(index);
    const after = at(index + 2);
    const leave = { x: from.x + (point.x - before.x) * tension, y: from.y + (point.y - before.y) * tension };
    const arrive = { x: point.x - (after.x - from.x) * tension, y: point.y - (after.y - from.y) * tension };
    return `C${round(leave.x)} ${round(leave.y)} ${round(arrive.x)} ${round(arrive.y)} ${round(point.x)} ${round(point.y)}`;
  });
  return `M${round(start.x)} ${round(start.y)}${curves.join('')}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
