/** The number of points of a dive's outline, which a list draws without reading the recording. */
export const outlinePoints = 60;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const deepest = alphabet.length - 1;

/** One letter for each depth from 0 at the surface to 1 at the deepest point. */
export function encodeOutlineDepths(depths: readonly number[]): string {
  return depths.map((depth) => alphabet[Math.round(depth * deepest)]).join('');
}

/** The depths of an outline, from 0 at the surface to 1 at the deepest point. */
export function decodeOutline(outline: string): number[] {
  return Array.from(outline, (letter) => Math.max(0, alphabet.indexOf(letter)) / deepest);
}
