import type { Gas, ReadWarning, RecordingEvent } from '../dive-file.ts';
import { fahrenheitToCelsius, feetPerMeter, psiPerBar } from '../parse-values.ts';
import type { SampleBudget, SampleValues } from '../samples.ts';
import { addWarning } from '../warnings.ts';
import { logTags, recordBytes, type LogLayout } from './shearwater-log-layout.ts';
import { ShearwaterSamples } from './shearwater-profile.ts';

const bookmarkEvent = 38;

interface SampleContext {
  view: DataView;
  layout: LogLayout;
  version: number;
  isImperial: boolean;
  surfaceMbar: number | null;
  salinity: number | null;
  intervalS: number;
}

interface Pending {
  timeS: number;
  values: SampleValues;
  pressures: [number, number | null][];
  breathing: { gas: Gas | null; isClosedCircuit: boolean };
}

export function readLogSamples(context: SampleContext, warnings: ReadWarning[], budget: SampleBudget) {
  const { view, layout, version, intervalS } = context;
  const samples = new ShearwaterSamples(budget);
  const bookmarks: RecordingEvent[] = [];
  let pending: Pending | undefined;
  let count = 0;
  const addPending = () => {
    if (pending !== undefined) samples.add(pending.timeS, pending.values, pending.pressures, pending.breathing);
    pending = undefined;
  };
  for (let offset = layout.firstSample; offset + layout.sampleBytes <= layout.end; offset += layout.sampleBytes) {
    if (isEmpty(view, offset, layout.sampleBytes)) continue;
    const tag = layout.isNumbered ? view.getUint8(offset) : logTags.sample;
    if (tag === logTags.sample) {
      addPending();
      const at = layout.isNumbered ? offset + 1 : offset;
      pending = readSample(context, at, count++ * intervalS);
      warnUnreadValues(context, at, warnings);
    } else if (tag === logTags.extension && version >= 13) {
      // Pressures of the third and fourth cylinder follow their sample, then those of diluent and oxygen.
      for (const tank of version >= 14 ? [2, 3, 4, 5] : [2, 3])
        pending?.pressures.push([tank, readPressure(view.getUint16(offset + 1 + (tank - 2) * 2))]);
    } else if (tag === logTags.freedive) {
      for (let part = 0; part < 4 && !isEmpty(view, offset + part * 8, 8); part++)
        samples.add(count++ * intervalS, readFreedive(context, offset + part * 8), [], noBreathing);
    } else if (tag === logTags.event) {
      const type = view.getUint8(offset + 1);
      if (type !== bookmarkEvent) {
        addWarning(warnings, `event ${type}`, 'not-decoded');
        continue;
      }
      const event = { kind: 'bookmark', name: 'bookmark', cylinder: null, gas: null } as const;
      bookmarks.push({ ...event, timeS: Math.max(count - 1, 0) * intervalS });
    }
  }
  addPending();
  return { profile: samples.finish(), bookmarks };
}

const noBreathing = { gas: null, isClosedCircuit: false };

function isEmpty(view: DataView, offset: number, length: number): boolean {
  for (let index = 0; index < length; index++) if (view.getUint8(offset + index) !== 0) return false;
  return true;
}

/** Offsets are those of the older format; numbered records have their tag before. */
function readSample({ view, layout, version, isImperial }: SampleContext, at: number, timeS: number): Pending {
  const toMeters = (value: number) => value / (isImperial ? feetPerMeter : 1);
  const hasDetails = layout.sampleBytes === recordBytes;
  const status = view.getUint8(at + 11);
  const isClosedCircuit = (status & 0x10) === 0;
  const isExternal = (status & 0x02) !== 0;
  const stop = view.getUint16(at + 2);
  const temperature = readTemperature(view.getInt8(at + 13));
  return {
    timeS,
    values: {
      depthM: toMeters(view.getUint16(at) / 10),
      temperatureC: isImperial ? fahrenheitToCelsius(temperature) : temperature,
      ppo2Bar: isExternal ? null : view.getUint8(at + 6) / 100 || null,
      setpointBar: isClosedCircuit && hasDetails ? view.getUint8(at + 18) / 100 || null : null,
      ceilingM: stop === 0 ? null : toMeters(stop),
      ndlS: stop === 0 ? view.getUint8(at + 9) * 60 || null : 0,
      ttsS: view.getUint16(at + 4) * 60,
      cnsPercent: hasDetails ? view.getUint8(at + 22) : null,
    },
    pressures:
      hasDetails && version >= 7
        ? [
            [0, readPressure(view.getUint16(at + 27))],
            [1, readPressure(view.getUint16(at + 19))],
          ]
        : [],
    breathing: { gas: { o2: view.getUint8(at + 7), he: view.getUint8(at + 8) }, isClosedCircuit },
  };
}

/** Minutes of gas that are left, and readings of the rebreather's cells. */
function warnUnreadValues({ view, layout, version }: SampleContext, at: number, warnings: ReadWarning[]): void {
  if (layout.sampleBytes !== recordBytes) return;
  const gasMinutes = view.getUint8(at + 21);
  // Higher values are codes.
  if (version >= 7 && gasMinutes > 0 && gasMinutes < 0xf0)
    addWarning(warnings, 'gas time remaining', 'column-ignored', gasMinutes);
  const isOpenCircuit = (view.getUint8(at + 11) & 0x10) !== 0;
  for (const [index, cell] of [at + 12, at + 14, at + 15].entries())
    if (!isOpenCircuit && view.getUint8(cell) > 0)
      addWarning(warnings, `oxygen sensor ${index + 1}`, 'column-ignored', view.getUint8(cell));
}

/** Computers add 102 to temperatures below zero in a way that wraps around. */
function readTemperature(value: number): number {
  return value < 0 ? Math.min(value + 102, 0) : value;
}

/** The upper 4 bits are the battery of the transmitter, the lower 12 bits units of 2 psi. Values above 0xFFF0 are codes. */
function readPressure(value: number): number | null {
  const pressure = value & 0x0f_ff;
  return value >= 0xff_f0 || pressure === 0 ? null : (pressure * 2) / psiPerBar;
}

/** Freedives are recorded as absolute pressure and tenths of a degree. */
function readFreedive({ view, surfaceMbar, salinity }: SampleContext, at: number): SampleValues {
  const waterMbar = view.getUint16(at + 1) - (surfaceMbar || 1013);
  return {
    depthM: Math.max((waterMbar * 100) / ((salinity || 1025) * 9.80665), 0),
    temperatureC: view.getInt16(at + 3) / 10,
  };
}
