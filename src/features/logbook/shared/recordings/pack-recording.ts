import {
  sampleColumns,
  type Cylinder,
  type Recording,
  type SampleColumn,
  type Samples,
} from '#features/logbook/shared/dive-files/dive-file.ts';

/** A recording as it is stored and sent: everything but its samples, with the cylinders its pressures refer to. */
export interface RecordingDetails extends Omit<Recording, 'samples'> {
  cylinders: Cylinder[];
}
export type PackedRecording = RecordingDetails & { samples: Samples };

const formatVersion = 1;
const maxDecimals = 3;

interface ColumnHeader {
  /** A sample column, or the index of a cylinder for its pressure. */
  name: SampleColumn | 'timeS' | number;
  decimals: number;
  /** Lengths in bytes. Without missing values there is no bitmap. */
  bitmap: number;
  values: number;
}

interface Header {
  version: number;
  count: number;
  columns: ColumnHeader[];
  details: RecordingDetails;
}

/**
 * Packs a recording into bytes: a JSON header, then one column after the other as differences in as few bytes as each
 * needs. Compression afterwards (zstd in the database, HTTP compression on the way to a browser) halves it again.
 */
export function packRecording({ samples, ...details }: PackedRecording): Uint8Array {
  const columns = listColumns(samples).map(([name, column]) => ({ name, ...packColumn(column) }));
  const header: Header = {
    version: formatVersion,
    count: samples.count,
    columns: columns.map(({ name, decimals, bitmap, values }) => ({
      name,
      decimals,
      bitmap: bitmap.length,
      values: values.length,
    })),
    details,
  };
  const json = new TextEncoder().encode(JSON.stringify(header));
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, json.length);
  return concat([length, json, ...columns.flatMap(({ bitmap, values }) => [bitmap, values])]);
}

/** Everything but the samples, of which only the number is known. */
export function unpackDetails(bytes: Uint8Array): RecordingDetails & { samples: Pick<Samples, 'count'> } {
  const { header } = readHeader(bytes);
  return { ...header.details, samples: { count: header.count } };
}

function readHeader(bytes: Uint8Array): { header: Header; end: number } {
  const end = 4 + new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, end))) as Header;
  if (header.version !== formatVersion) throw new Error(`unknown version of a packed recording: ${header.version}`);
  return { header, end };
}

/** Throws if the bytes are damaged or were packed by a newer version. */
export function unpackRecording(bytes: Uint8Array): PackedRecording {
  const { header, end } = readHeader(bytes);
  let offset = end;
  const samples: Samples = { count: header.count, timeS: new Float64Array(), columns: {}, pressureBar: {} };
  for (const { name, decimals, bitmap, values } of header.columns) {
    const column = unpackColumn(header.count, decimals, {
      bitmap: bytes.subarray(offset, offset + bitmap),
      values: bytes.subarray(offset + bitmap, offset + bitmap + values),
    });
    offset += bitmap + values;
    if (name === 'timeS') samples.timeS = column;
    else if (typeof name === 'number') samples.pressureBar[name] = column;
    else samples.columns[name] = column;
  }
  if (offset !== bytes.length) throw new Error('a packed recording has the wrong length');
  return { ...header.details, samples };
}

function listColumns({ timeS, columns, pressureBar }: Samples): [ColumnHeader['name'], Float64Array][] {
  const values = sampleColumns.flatMap((name): [SampleColumn, Float64Array][] => {
    const column = columns[name];
    return column === undefined ? [] : [[name, column]];
  });
  const pressures = Object.entries(pressureBar).map(([index, column]) => [Number(index), column] as const);
  return [['timeS', timeS], ...values, ...pressures.map(([index, column]): [number, Float64Array] => [index, column])];
}

function packColumn(column: Float64Array): { decimals: number; bitmap: Uint8Array; values: Uint8Array } {
  const hasMissing = column.some(Number.isNaN);
  const bitmap = new Uint8Array(hasMissing ? Math.ceil(column.length / 8) : 0);
  const decimals = countDecimals(column);
  const factor = 10 ** decimals;
  const values: number[] = [];
  let last = 0;
  let lastStep = 0;
  for (const [index, value] of column.entries()) {
    if (Number.isNaN(value)) continue;
    if (hasMissing) bitmap[index >> 3] = (bitmap[index >> 3] ?? 0) | (1 << (index & 7));
    const scaled = Math.round(value * factor);
    const step = scaled - last;
    // The change of the step: zero for a regular interval and a steady ascent.
    writeVarint(values, step - lastStep);
    last = scaled;
    lastStep = step;
  }
  return { decimals, bitmap, values: Uint8Array.from(values) };
}

function unpackColumn(
  count: number,
  decimals: number,
  { bitmap, values }: { bitmap: Uint8Array; values: Uint8Array },
): Float64Array {
  const factor = 10 ** decimals;
  const column = new Float64Array(count).fill(Number.NaN);
  let last = 0;
  let lastStep = 0;
  let offset = 0;
  for (let index = 0; index < count; index++) {
    if (bitmap.length > 0 && !((bitmap[index >> 3] ?? 0) & (1 << (index & 7)))) continue;
    const [change, next] = readVarint(values, offset);
    offset = next;
    lastStep += change;
    last += lastStep;
    column[index] = last / factor;
  }
  return column;
}

/** Readers round to three decimals, and most computers record fewer. */
function countDecimals(column: Float64Array): number {
  for (let decimals = 0; decimals < maxDecimals; decimals++) {
    const factor = 10 ** decimals;
    if (column.every((value) => Number.isNaN(value) || Math.round(value * factor) / factor === value)) return decimals;
  }
  return maxDecimals;
}

/** Signed integers with seven bits a byte, small ones first. Arithmetic, because a time in ms may exceed 32 bits. */
function writeVarint(bytes: number[], value: number): void {
  let rest = value < 0 ? -value * 2 - 1 : value * 2;
  while (rest >= 128) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}

function readVarint(bytes: Uint8Array, start: number): [value: number, next: number] {
  let value = 0;
  let factor = 1;
  for (let offset = start; offset < bytes.length; offset++) {
    const byte = bytes[offset] ?? 0;
    value += (byte % 128) * factor;
    if (byte < 128) return [value % 2 === 0 ? value / 2 : -(value + 1) / 2, offset + 1];
    factor *= 128;
  }
  throw new Error('a packed recording is cut off');
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}
