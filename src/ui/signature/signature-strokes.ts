/** The coordinate system of stored signatures, independent of the size of the canvas. */
export const signatureSize = { width: 600, height: 200 };

interface DrawnPoint {
  x: number;
  y: number;
}

/** The limits of stored signatures. A point has two numbers. */
const limits = { numbersOfStroke: 2_000, strokes: 60, points: 5_000 };

/** Scales a stroke from a canvas of this size to integers in the stored coordinates, preserving proportions. */
export function scaleStroke(
  points: readonly DrawnPoint[],
  { width, height }: { width: number; height: number },
): number[] {
  const scale = Math.min(signatureSize.width / width, signatureSize.height / height);
  const left = (signatureSize.width - width * scale) / 2;
  const top = (signatureSize.height - height * scale) / 2;
  const within = (value: number, max: number) => Math.max(0, Math.min(max, Math.round(value)));
  const stroke: number[] = [];
  for (const point of points) {
    const x = within(point.x * scale + left, signatureSize.width);
    const y = within(point.y * scale + top, signatureSize.height);
    if (stroke.at(-2) !== x || stroke.at(-1) !== y) stroke.push(x, y);
  }
  return downsample(stroke, limits.numbersOfStroke / 2);
}

/** Adds a stroke within the limits. */
export function addStroke(strokes: readonly number[][], stroke: number[]): number[][] {
  const points = strokes.reduce((sum, { length }) => sum + length / 2, 0);
  const remaining = limits.points - points;
  if (stroke.length < 2 || strokes.length >= limits.strokes || remaining < 1) return [...strokes];
  return [...strokes, downsample(stroke, remaining)];
}

/** Removes points evenly but keeps the first and the last. */
function downsample(stroke: number[], max: number): number[] {
  const count = stroke.length / 2;
  if (count <= max) return stroke;
  if (max < 2) return stroke.slice(0, 2);
  return Array.from({ length: max }, (_, index) => Math.round((index * (count - 1)) / (max - 1))).flatMap((index) =>
    stroke.slice(index * 2, index * 2 + 2),
  );
}

/** The SVG path of a stroke, smoothed through the midpoints between its points. */
export function strokeToPath(stroke: readonly number[]): string {
  const points = Array.from({ length: Math.floor(stroke.length / 2) }, (_, index) => ({
    x: stroke[index * 2] ?? 0,
    y: stroke[index * 2 + 1] ?? 0,
  }));
  const [first, ...rest] = points;
  if (first === undefined) return '';
  if (rest.length < 2) return `M${first.x} ${first.y}${(rest.length === 0 ? points : rest).map(lineTo).join('')}`;
  const curves = rest.slice(0, -1).map((point, index) => {
    const next = rest[index + 1] ?? point;
    return `Q${point.x} ${point.y} ${(point.x + next.x) / 2} ${(point.y + next.y) / 2}`;
  });
  return `M${first.x} ${first.y}${curves.join('')}${rest.slice(-1).map(lineTo).join('')}`;
}

const lineTo = ({ x, y }: DrawnPoint) => `L${x} ${y}`;

/** Crops empty sides evenly, so the signature is shown larger in a narrow box. */
export function getSignatureViewBox(strokes: readonly (readonly number[])[]): string {
  const xs = strokes.flatMap((stroke) => stroke.filter((_, index) => index % 2 === 0));
  const free = Math.min(100, ...xs.map((x) => x - 8), ...xs.map((x) => signatureSize.width - x - 8));
  const side = Math.max(0, free);
  return `${side} 0 ${signatureSize.width - 2 * side} ${signatureSize.height}`;
}
