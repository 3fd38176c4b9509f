import type { Position } from './dive-file.ts';
import { parseNumber } from './parse-values.ts';

const hemispheres = 'NSEW';
/** `27° 48.8' N`, `S 8 30 15`, `-74.5678°`. */
const coordinate = String.raw`[NSEW]? ?[-+−]?\d{1,3}(?:[.,]\d+)? ?°?(?: ?\d{1,2}(?:[.,]\d+)? ?['′’])?(?: ?\d{1,2}(?:[.,]\d+)? ?(?:"|″|”|''))? ?[NSEW]?`;
const pair = new RegExp(`^(${coordinate})(?: ?[,;/|] ?| )(${coordinate})$`, 'i');

/** One coordinate in degrees. South and west are negative. */
export function parseCoordinate(text: string | null | undefined): number | null {
  const value = text?.slice(0, 60).trim().toUpperCase() ?? '';
  const letter = [...hemispheres].find((name) => value.startsWith(name) || value.endsWith(name));
  const parts = value.match(/\d+(?:[.,]\d+)?/g) ?? [];
  if (parts.length === 0 || parts.length > 3 || /[^\d\s.,°'′’"″”NSEW+−-]/.test(value)) return null;
  const [degrees = 0, minutes = 0, seconds = 0] = parts.map((part) => parseNumber(part) ?? Number.NaN);
  const size = degrees + minutes / 60 + seconds / 3600;
  const isNegative = letter === 'S' || letter === 'W' || /^[NSEW]?\s*[-−]/.test(value);
  return isNegative ? -size : size;
}

/** Latitude and longitude in one text, with a space, comma or semicolon between them. */
export function parseCoordinates(text: string | null | undefined): Position | null {
  // Spaces are joined first, because the pattern has many optional ones in a row, between which a long run could be divided.
  const compact = text?.slice(0, 120).trim().replaceAll(/\s+/g, ' ') ?? '';
  const match = pair.exec(compact);
  const [latitude, longitude] = [parseCoordinate(match?.[1]), parseCoordinate(match?.[2])];
  return match === null || latitude === null || longitude === null ? null : { latitude, longitude };
}
