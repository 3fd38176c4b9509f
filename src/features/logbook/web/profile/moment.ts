import type { Gas, SampleColumn } from '#features/logbook/shared/dive-files/dive-file.ts';
import { sampleColumns } from '#features/logbook/shared/dive-files/dive-file.ts';
import { findRow } from '#features/logbook/shared/recordings/find-row.ts';
import type { PackedRecording } from '#features/logbook/shared/recordings/pack-recording.ts';

/** All values at one time of a dive. Missing values are left out. */
export interface Moment {
  timeS: number;
  values: Partial<Record<SampleColumn, number>>;
  /** By cylinder. */
  pressures: { cylinder: number; bar: number }[];
  gas: Gas | null;
}

/** Computers record many values only when they change, so the last one applies. The depth lies on the drawn line. */
export function readMoment(recording: PackedRecording, timeS: number): Moment {
  const { samples } = recording;
  const row = findRow(samples.timeS, timeS);
  const values: Moment['values'] = {};
  for (const name of sampleColumns) {
    const column = samples.columns[name];
    if (column === undefined) continue;
    const value = name === 'depthM' ? interpolate(samples.timeS, column, row, timeS) : readLast(column, row);
    if (!Number.isNaN(value)) values[name] = value;
  }
  const pressures = Object.entries(samples.pressureBar).flatMap(([cylinder, column]) => {
    const bar = readLast(column, row);
    return bar > 0 ? [{ cylinder: Number(cylinder), bar }] : [];
  });
  return { timeS, values, pressures, gas: findGas(recording, timeS) };
}

function findKnown(column: Float64Array, start: number, step: 1 | -1): number {
  let row = start;
  while (row >= 0 && row < column.length && Number.isNaN(column[row])) row += step;
  return row;
}

function readLast(column: Float64Array, row: number): number {
  return column[findKnown(column, row, -1)] ?? Number.NaN;
}

function interpolate(times: Float64Array, column: Float64Array, row: number, timeS: number): number {
  const before = findKnown(column, row, -1);
  const after = findKnown(column, row + 1, 1);
  const [from, to] = [column[before], column[after]];
  if (from === undefined || to === undefined) return from ?? to ?? Number.NaN;
  const [start = 0, end = 0] = [times[before], times[after]];
  return end <= start ? from : from + ((to - from) * (timeS - start)) / (end - start);
}

/** The gas of the last change, at first that of the first cylinder. */
function findGas({ events, cylinders }: PackedRecording, timeS: number): Gas | null {
  const change = events.findLast((event) => event.kind === 'gas-change' && event.timeS <= timeS);
  if (change === undefined) return cylinders[0]?.gas ?? null;
  return change.gas ?? (change.cylinder === null ? null : (cylinders[change.cylinder]?.gas ?? null));
}
