import { encodeQR } from 'qr';

export interface QrPath {
  /** The outlines of what is dark, for the even-odd rule; a module is one by one. */
  path: string;
  size: number;
}

/** To the right, down, to the left, up: a bit for each side that leaves a corner. */
const directions = [
  { bit: 1, x: 1, y: 0 },
  { bit: 2, x: 0, y: 1 },
  { bit: 4, x: -1, y: 0 },
  { bit: 8, x: 0, y: -1 },
] as const;

/** As outlines and not square by square: between two squares that touch, a page would show a hairline. */
export function qrPath(text: string): QrPath {
  const rows = encodeQR(text, 'raw', { ecc: 'low', border: 1 });
  const size = rows.length - 2;
  const isDark = (x: number, y: number): boolean => rows[y + 1]?.[x + 1] ?? false;
  const width = size + 1;
  const sides = new Uint8Array(width * width);
  const add = (x: number, y: number, bit: number): void => {
    sides[y * width + x] = (sides[y * width + x] ?? 0) | bit;
  };
  // Each side between dark and light, with the dark on the right.
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

/** Follows the sides from a corner until they are back there, and takes them away. */
function traceLoop(sides: Uint8Array, start: number, width: number): string {
  let path = `M${start % width} ${Math.floor(start / width)}`;
  let corner = start;
  do {
    const left = sides[corner] ?? 0;
    const way = directions.find(({ bit }) => (left & bit) !== 0);
    if (way === undefined) throw new Error('the outline of a code is open');
    // On as far as it goes.
    while (((sides[corner] ?? 0) & way.bit) !== 0) {
      sides[corner] = (sides[corner] ?? 0) & ~way.bit;
      corner += way.x + way.y * width;
      if (corner === start) break;
    }
    path += way.x === 0 ? `V${Math.floor(corner / width)}` : `H${corner % width}`;
  } while (corner !== start);
  return `${path}Z`;
}
