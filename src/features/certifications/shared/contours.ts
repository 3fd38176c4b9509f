/** Depth contours in a field of 440 by 277, generated from a seed. */
export const artWidth = 440;
export const artHeight = 277;

const step = 11;
const columns = Math.ceil(artWidth / step) + 3;
const rows = Math.ceil(artHeight / step) + 3;
const isobaths = 9;

/** The area below each contour, shallowest first, as closed paths extending beyond the edges. */
export function buildContours(seed: number): string[] {
  const depths = buildSeaFloor(seed);
  const sorted = [...depths].toSorted((a, b) => a - b);
  const levels = Array.from({ length: isobaths }, (_, index) => {
    const share = 0.1 + (0.84 * (isobaths - 1 - index)) / (isobaths - 1);
    return sorted[Math.floor(share * sorted.length)] ?? 0;
  });
  return levels.map((level) => loopsBelow(depths, level).map(smoothPath).join(''));
}

function buildSeaFloor(seed: number): Float64Array {
  const random = createRandom(seed);
  const waves = Array.from({ length: 7 }, (_, index) => {
    const angle = random() * 2 * Math.PI;
    const length = 170 + 240 * random() - 12 * index;
    return {
      x: (Math.cos(angle) * 2 * Math.PI) / length,
      y: (Math.sin(angle) * 2 * Math.PI) / length,
      phase: random() * 2 * Math.PI,
      height: 1 - index * 0.1,
      bend: (random() - 0.5) * 2.4,
    };
  });
  return Float64Array.from({ length: columns * rows }, (_, at) => {
    const [x, y] = [((at % columns) - 1) * step, (Math.floor(at / columns) - 1) * step];
    return waves.reduce((sum, wave) => {
      const bent = wave.bend * Math.sin((x + 2 * y) / 97 + wave.phase * 3);
      return sum + wave.height * Math.sin(x * wave.x + y * wave.y + wave.phase + bent);
    }, 0);
  });
}

/** Mulberry32, because it is small and deterministic. */
function createRandom(seed: number): () => number {
  let state = (seed * 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Point = readonly [x: number, y: number];

/**
 * The sides of a square a contour crosses, from and to, with deeper water on its left; indexed by the deeper corners.
 */
const crossings: readonly (readonly [number, number])[][] = [
  [],
  [[3, 0]],
  [[0, 1]],
  [[3, 1]],
  [[1, 2]],
  [
    [3, 0],
    [1, 2],
  ],
  [[0, 2]],
  [[3, 2]],
  [[2, 3]],
  [[2, 0]],
  [
    [0, 1],
    [2, 3],
  ],
  [[2, 1]],
  [[1, 3]],
  [[1, 0]],
  [[0, 3]],
  [],
];

/** Marching squares. The border counts as deep, so every contour closes outside the visible area. */
function loopsBelow(depths: Float64Array, level: number): Point[][] {
  const at = (x: number, y: number) =>
    x <= 0 || y <= 0 || x >= columns - 1 || y >= rows - 1 ? level - 1 : (depths[y * columns + x] ?? 0);
  const next = new Map<string, { to: string; point: Point }>();
  for (let y = 0; y < rows - 1; y++)
    for (let x = 0; x < columns - 1; x++) {
      const corners = [at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)] as const;
      const kind = corners.reduce((bits, depth, corner) => (depth < level ? bits | (1 << corner) : bits), 0);
      for (const [from, to] of crossings[kind] ?? [])
        next.set(getSideKey(x, y, from), { to: getSideKey(x, y, to), point: findCrossing(x, y, from, corners, level) });
    }
  const loops: Point[][] = [];
  for (const start of next.keys()) {
    const loop: Point[] = [];
    for (let key = start, found = next.get(key); found; found = next.get(key)) {
      loop.push(found.point);
      next.delete(key);
      key = found.to;
    }
    if (loop.length > 6) loops.push(loop);
  }
  return loops;
}

/** Sides: 0 top, 1 right, 2 bottom, 3 left. Neighboring squares use the same key for their common side. */
function getSideKey(x: number, y: number, side: number): string {
  if (side === 1) return `${x + 1} ${y} v`;
  if (side === 2) return `${x} ${y + 1} h`;
  return `${x} ${y} ${side === 0 ? 'h' : 'v'}`;
}

function findCrossing(x: number, y: number, side: number, corners: readonly number[], level: number): Point {
  const [from = 0, to = 0] = [corners[side], corners[(side + 1) % 4]];
  const share = from === to ? 0.5 : Math.min(0.95, Math.max(0.05, (level - from) / (to - from)));
  const ends = [
    [x + share, y],
    [x + 1, y + share],
    [x + 1 - share, y + 1],
    [x, y + 1 - share],
  ] as const;
  const [column, row] = ends[side] ?? ends[0];
  return [(column - 1) * step, (row - 1) * step];
}

function smoothPath(loop: readonly Point[]): string {
  const [first = [0, 0] as const] = loop;
  const last = loop.at(-1) ?? first;
  const middle = (a: Point, b: Point) => `${Math.round((a[0] + b[0]) / 2)} ${Math.round((a[1] + b[1]) / 2)}`;
  const curves = loop.map((point, index) => {
    const following = loop[index + 1] ?? first;
    return `Q${Math.round(point[0])} ${Math.round(point[1])} ${middle(point, following)}`;
  });
  return `M${middle(last, first)}${curves.join('')}Z`;
}
