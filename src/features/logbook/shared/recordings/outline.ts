import { encodeOutlineDepths, outlinePoints } from '#domain/outline.ts';
import type { Samples } from '#features/logbook/shared/dive-files/dive-file.ts';

/**
 * The outline of a recording: one letter for each of 60 equal intervals of time, from A at the surface to _ at the
 * deepest point. The deepest sample of an interval counts, so a short descent stays visible. Null without depths.
 */
export function encodeOutline({ count, timeS, columns: { depthM } }: Samples): string | null {
  const endS = timeS[count - 1] ?? 0;
  if (depthM === undefined || count < 2 || endS <= 0) return null;
  const depths = new Float64Array(outlinePoints).fill(Number.NaN);
  let maxM = 0;
  for (let row = 0; row < count; row++) {
    const depth = depthM[row] ?? Number.NaN;
    if (Number.isNaN(depth)) continue;
    const point = Math.min(outlinePoints - 1, Math.floor(((timeS[row] ?? 0) / endS) * outlinePoints));
    depths[point] = Math.max(depth, Number.isNaN(depths[point]) ? 0 : (depths[point] ?? 0));
    maxM = Math.max(maxM, depth);
  }
  if (maxM === 0) return null;
  fillGaps(depths);
  return encodeOutlineDepths(Array.from(depths, (depth) => depth / maxM));
}

/** Points without a sample lie on the line between their neighbours. */
function fillGaps(depths: Float64Array): void {
  let from = -1;
  for (let point = 0; point <= depths.length; point++) {
    if (point < depths.length && Number.isNaN(depths[point])) continue;
    const start = from < 0 ? 0 : (depths[from] ?? 0);
    const end = point < depths.length ? (depths[point] ?? 0) : 0;
    for (let gap = from + 1; gap < point; gap++) depths[gap] = start + ((end - start) * (gap - from)) / (point - from);
    from = point;
  }
}
