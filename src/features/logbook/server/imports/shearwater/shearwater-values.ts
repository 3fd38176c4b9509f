import { gunzipSync } from 'node:zlib';
import { DiveFileError, type Position } from '#features/logbook/shared/dive-files/dive-file.ts';
import { parseNumber, parsePosition, parseText } from '#features/logbook/shared/dive-files/parse-values.ts';
import type { ShearwaterField } from '#features/logbook/shared/dive-files/shearwater/shearwater-profile.ts';
import type { Row } from './untrusted-database.ts';

const maxUnpackedBytes = 16 * 1024 ** 2;

export type Json = Readonly<Record<string, unknown>>;

export function getText(row: Row | undefined, column: string): string | null {
  const value = row?.get(column);
  if (value instanceof Uint8Array) return parseText(new TextDecoder().decode(value));
  return value === null || value === undefined ? null : parseText(String(value));
}

export const getNumber = (row: Row | undefined, column: string): number | null => parseNumber(getText(row, column));

export function getBytes(row: Row, column: string): Uint8Array | null {
  const value = row.get(column);
  return value instanceof Uint8Array && value.length > 0 ? value : null;
}

export const toField =
  (row: Row): ShearwaterField =>
  (name) =>
    getText(row, name);

/** Fields of a JSON object by their names in lower case. */
export function toJsonField(object: Json): ShearwaterField {
  const values = new Map(Object.entries(object).map(([name, value]) => [name.toLowerCase(), value]));
  return (name) => {
    const value = values.get(name);
    if (typeof value === 'boolean') return String(value);
    return typeof value === 'string' || typeof value === 'number' ? value : null;
  };
}

/** A log is packed after four bytes with its size, packed, or as it is. */
export function unpack(bytes: Uint8Array): Uint8Array {
  const start = [4, 0].find((offset) => bytes[offset] === 0x1f && bytes[offset + 1] === 0x8b);
  if (start === undefined) return bytes;
  try {
    return gunzipSync(bytes.subarray(start), { maxOutputLength: maxUnpackedBytes });
  } catch {
    throw new DiveFileError('malformed', 'the log is damaged or too large');
  }
}

export function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

export const toObject = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};

export const toList = (value: unknown): Json[] => (Array.isArray(value) ? value.map(toObject) : []);

/** `40.1234,-74.5678`, or an object with latitude and longitude. */
export function parseGnss(text: string | null): Position | null {
  if (text === null) return null;
  if (text.startsWith('{')) {
    const field = toJsonField(toObject(parseJson(text)));
    return parsePosition(parseNumber(String(field('latitude') ?? '')), parseNumber(String(field('longitude') ?? '')));
  }
  const [latitude, longitude] = text.split(/[\s,;]+/).map(parseNumber);
  return parsePosition(latitude ?? null, longitude ?? null);
}
