import { encodeQR } from 'qr';

export interface QrPath {
  /** Outlines of the dark modules for the even-odd rule; a module is 1 by 1. */
  path: string;
  size: number;
}

/** Right, down, left, up: one bit per side leaving a corner. */
const directions = [
  { bit: 1, x: 1, y: 0 },
  { bit: 2, x: 0, y: 1 },
  { bit: 4, x: -1, y: 0 },
  { bit: 8, x: 0, y: -1 },
] as const;

/** Draws outlines instead of squares, because adjacent squares show hairlines between them. */
export function qrPath(text: string): QrPath {
  const rows = encodeQR(text, 'raw', { ecc: 'low', border: 1 });
  const size = rows.length - 2;
  const isDark = (x: number, y: number): boolean => rows[y + 1]?.[x + 1] ?? false;
  const width = size + 1;
  const sides = new Uint8Array(width * width);
  const add = (x: number, y: number, bit: number): void => {
    sides[y * width + x] = (sides[y * width + x] ?? 0) | bit;
  };
  // Collects each side between dark and light, with dark on the right.
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      if (!isDark(x, y)) continue;
      if (!isDark(x, y - 1)) add(x, y, 1);
      if (!isDark(x + 1, y)) add(x + 1, y, 2);
      if (!isDark(x, y + 1)) add(x + 1, y + 1, 4);
      if (!isDark(x - 1, y)) add(x, y + 1, 8);
    }
  let path = '';
  for (let corner = 0; corner < sides.length; corner++)
    while (sides[corner] !== 0) path += traceLoop(sides, corner, width);
  return { path, size };
}

/** Follows the sides from a corner back to it and removes them. */
function traceLoop(sides: Uint8Array, start: number, width: number): string {
  let path = `M${start % width} ${Math.floor(start / width)}`;
  let corner = start;
  do {
    const left = sides[corner] ?? 0;
    const direction = directions.find(({ bit }) => (left & bit) !== 0);
    if (direction === undefined) throw new Error('QR code outline is not closed');
    // Merges consecutive sides in the same direction.
    while (((sides[corner] ?? 0) & direction.bit) !== 0) {
      sides[corner] = (sides[corner] ?? 0) & ~direction.bit;
      corner += direction.x + direction.y * width;
      if (corner === start) break;
    }
    path += direction.x === 0 ? `V${Math.floor(corner / width)}` : `H${corner % width}`;
  } while (corner !== start);
  return `${path}Z`;
}
