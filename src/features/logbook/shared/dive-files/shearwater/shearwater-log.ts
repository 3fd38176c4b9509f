import {
  DiveFileError,
  emptySettings,
  type DiveStart,
  type Position,
  type ReadWarning,
  type RecordingSettings,
} from '../dive-file.ts';
import { isClockSet, toStart } from '../local-time.ts';
import { feetPerMeter, scale } from '../parse-values.ts';
import type { SampleBudget } from '../samples.ts';
import { findLayout, predatorModel, type LogLayout } from './shearwater-log-layout.ts';
import { readLogSamples } from './shearwater-log-samples.ts';
import type { ShearwaterProfile } from './shearwater-profile.ts';

/** The memory of a Shearwater computer for one dive. */
export interface ShearwaterLog extends ShearwaterProfile {
  start: DiveStart | null;
  durationS: number | null;
  maxDepthM: number | null;
  isImperial: boolean;
  serial: string | null;
  model: string | null;
  firmware: string | null;
  entry: Position | null;
  exit: Position | null;
  settings: RecordingSettings;
  /** Of the dive. */
  warnings: ReadWarning[];
}

const modes = ['CCR', 'OC', 'Gauge', 'ppO2', 'SCR', 'CCR', 'OC', 'Freedive'];
const decoModels = ['GF', 'VPM-B', 'VPM-B/GFS', 'DCIEM'];
const teric = 8;
const models: Record<number, string> = {
  [predatorModel]: 'Predator',
  3: 'Petrel',
  4: 'NERD',
  5: 'Perdix',
  6: 'Perdix AI',
  7: 'NERD 2',
  [teric]: 'Teric',
  9: 'Peregrine',
  10: 'Petrel 3',
  11: 'Perdix 2',
};

/**
 * Decodes a log in Petrel Native Format or in the older Predator format. Throws a `DiveFileError` if it is neither.
 * `fileWarnings` are those of values without a place.
 */
export function readShearwaterLog(bytes: Uint8Array, fileWarnings: ReadWarning[], budget: SampleBudget): ShearwaterLog {
  const warnings: ReadWarning[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const layout = findLayout(view);
  const { isNumbered, opening, closing, final } = layout;
  const [first, last] = [opening[0], closing[0]];
  if (first === undefined) throw new DiveFileError('malformed', 'the log has no opening record');
  const open = (record: number, offset: number, olderOffset: number) =>
    isNumbered ? (opening[record] === undefined ? null : opening[record] + offset) : olderOffset;
  const byteAt = (offset: number | null) => (offset === null ? null : view.getUint8(offset));
  const wordAt = (offset: number | null) => (offset === null ? null : view.getUint16(offset));
  const version = byteAt(open(4, 16, 127)) ?? 0;
  const model = final === undefined ? 0 : view.getUint8(final + 13);
  const isImperial = view.getUint8(first + 8) === 1;
  const toMeters = (value: number | null) => scale(value, isImperial ? 1 / feetPerMeter : 1);
  const surfaceMbar = wordAt(open(1, 16, 47));
  const salinity = wordAt(open(3, 3, 83));
  const context = {
    view,
    layout,
    version,
    isImperial,
    surfaceMbar,
    salinity,
    intervalS: findInterval(view, layout, version),
  };
  const { profile, bookmarks } = readLogSamples(context, fileWarnings, budget);
  const mode = version >= 8 ? byteAt(open(4, 1, 112)) : null;
  const serial = final === undefined ? 0 : view.getUint32(final + 2);
  return {
    ...profile,
    events: [...profile.events, ...bookmarks].toSorted((a, b) => a.timeS - b.timeS),
    start: findStart(view, layout, { version, model }, warnings),
    durationS:
      last === undefined ? null : isNumbered ? view.getUint32(last + 5) & 0xff_ff_ff : view.getUint16(last + 6) * 60,
    maxDepthM: last === undefined ? null : toMeters(view.getUint16(last + 4) / (isNumbered ? 10 : 1) || null),
    isImperial,
    serial: serial === 0 ? null : serial.toString(16).toUpperCase().padStart(8, '0'),
    model: models[model] ?? null,
    firmware: final === undefined ? null : view.getUint8(final + 10).toString(16),
    entry: findPosition(view, opening[9], version),
    exit: findPosition(view, closing[9], version),
    settings: {
      ...emptySettings,
      algorithm: decoModels[byteAt(open(2, 18, 67)) ?? -1] ?? null,
      gfLow: view.getUint8(first + 4),
      gfHigh: view.getUint8(first + 5),
      salinity,
      surfacePressureBar: surfaceMbar === null ? null : surfaceMbar / 1000,
      mode: (mode === null ? null : modes[mode]) ?? (profile.isClosedCircuit ? 'CCR' : 'OC'),
    },
    warnings,
  };
}

function findInterval(view: DataView, { opening }: LogLayout, version: number): number {
  const ms = version >= 9 && opening[5] !== undefined ? view.getUint16(opening[5] + 23) : 0;
  return ms === 0 ? 10 : ms / 1000;
}

/** The clock of the computer, as seconds since 1970 of a clock without time zone. Terics also store their offset. */
function findStart(
  view: DataView,
  { opening }: LogLayout,
  { version, model }: { version: number; model: number },
  warnings: ReadWarning[],
): DiveStart | null {
  const seconds = opening[0] === undefined ? 0 : view.getUint32(opening[0] + 12);
  if (seconds === 0 || !isClockSet(seconds * 1000, warnings)) return null;
  const zone = model === teric && version >= 9 ? opening[5] : undefined;
  const offset = zone === undefined ? null : view.getInt32(zone + 26) + view.getUint8(zone + 30) * 60;
  const start = toStart(seconds * 1000, null, warnings);
  return start && { ...start, utcOffsetMin: offset !== null && Math.abs(offset) <= 14 * 60 ? offset : null };
}

function findPosition(view: DataView, record: number | undefined, version: number): Position | null {
  const hasFix = record !== undefined && version >= 17 && [2, 3].includes(view.getUint8(record + 16));
  if (!hasFix) return null;
  return { latitude: view.getInt32(record + 21) / 1e5, longitude: view.getInt32(record + 25) / 1e5 };
}
