import { createRandom, type Random } from '#demo/world/random.ts';
import {
  createRecording,
  type Cylinder,
  type Position,
  type RecordingEvent,
  type Samples,
} from '#features/logbook/shared/dive-files/dive-file.ts';
import type { PackedRecording } from '#features/logbook/shared/recordings/pack-recording.ts';
import { createNoise } from './noise.ts';
import { type DepthPlan, simulateDepth, stopFromM } from './simulate-depth.ts';

export interface SimulatedDive extends Omit<DepthPlan, 'stepS'> {
  /** The same seed gives the same dive. */
  seed: string;
  /** `2024-05-01T10:00:00` */
  startLocal: string;
  surfaceTempC: number;
  bottomTempC: number;
  cylinder: Cylinder & { startBar: number; endBar: number };
  entry: Position | null;
}

export interface SimulatedComputer {
  /** Never the name of a real product. */
  model: string;
  serial: string;
  intervalS: number;
  hasTransmitter: boolean;
  hasHeartRate: boolean;
  /** How much deeper it measures than the diver's first computer. */
  depthFactor: number;
}

/** One recording for each computer on the diver's arm. The intervals divide the duration. */
export function simulateRecordings(dive: SimulatedDive, computers: readonly SimulatedComputer[]): PackedRecording[] {
  const stepS = Math.min(...computers.map(({ intervalS }) => intervalS));
  const depths = simulateDepth({ ...dive, stepS }, createRandom(`depth ${dive.seed}`));
  return computers.map((computer) => {
    const every = computer.intervalS / stepS;
    const read = depths
      .filter((_, index) => index % every === 0)
      .map((depth) => Math.round(depth * computer.depthFactor * 10) / 10);
    return record(dive, computer, read, createRandom(`${computer.model} ${dive.seed}`));
  });
}

function record(
  { durationS, startLocal, entry, cylinder, ...dive }: SimulatedDive,
  { intervalS, hasTransmitter, hasHeartRate, model, serial }: SimulatedComputer,
  depthM: Float64Array,
  random: Random,
): PackedRecording {
  const samples: Samples = {
    count: depthM.length,
    timeS: depthM.map((_, index) => index * intervalS),
    columns: {
      depthM,
      temperatureC: measureTemperature(dive, depthM, intervalS, random),
      ...(hasHeartRate && { heartRate: measureHeartRate(depthM, intervalS, random) }),
    },
    pressureBar: hasTransmitter ? { 0: measurePressure(cylinder, depthM, intervalS, random) } : {},
  };
  const recording = createRecording({
    model,
    serial,
    start: { local: startLocal, utcOffsetMin: null, isTimeKnown: true },
    durationS,
    maxDepthM: depthM.reduce((deepest, depth) => Math.max(deepest, depth), 0),
    samples,
    events: listEvents(depthM, intervalS),
    entry,
  });
  return { ...recording, cylinders: [cylinder] };
}

/** The sensor follows the water within a minute or so. */
const sensorLagS = 50;

/** Warm water lies on cold water, with a thermocline between them. */
function measureTemperature(
  { surfaceTempC, bottomTempC, maxDepthM }: Pick<SimulatedDive, 'surfaceTempC' | 'bottomTempC' | 'maxDepthM'>,
  depthM: Float64Array,
  intervalS: number,
  random: Random,
): Float64Array {
  const thermoclineM = (maxDepthM * random.int(35, 60)) / 100;
  const noise = createNoise(random, depthM.length * intervalS, 200);
  const follows = 1 - Math.exp(-intervalS / sensorLagS);
  // The computer was on the deck or in a pocket before.
  let measured = surfaceTempC + random.int(0, 15) / 10;
  return depthM.map((depth, index) => {
    const warmShare = 1 / (1 + Math.exp((depth - thermoclineM) / (0.05 * maxDepthM)));
    const water = bottomTempC + (surfaceTempC - bottomTempC) * warmShare + 0.15 * noise(index * intervalS);
    measured += (water - measured) * follows;
    return Math.round(measured * 10) / 10;
  });
}

/** Gas is used in proportion to the ambient pressure, faster at the beginning, from the start pressure to the end pressure. */
function measurePressure(
  { startBar, endBar }: SimulatedDive['cylinder'],
  depthM: Float64Array,
  intervalS: number,
  random: Random,
): Float64Array {
  const noise = createNoise(random, depthM.length * intervalS, 90);
  let total = 0;
  const used = depthM.map((depth, index) => {
    const timeS = index * intervalS;
    if (index > 0) total += (1 + depth / 10) * (1 + 0.3 * Math.exp(-timeS / 240) + 0.15 * noise(timeS));
    return total;
  });
  return used.map((sum) => Math.round(startBar - ((startBar - endBar) * sum) / total));
}

/** Fast after the entry, calm after a few minutes. */
function measureHeartRate(depthM: Float64Array, intervalS: number, random: Random): Float64Array {
  const calm = random.int(70, 78);
  const slow = createNoise(random, depthM.length * intervalS, 180);
  const quick = createNoise(random, depthM.length * intervalS, 25);
  return depthM.map((_, index) => {
    const timeS = index * intervalS;
    return Math.round(calm + 28 * Math.exp(-timeS / 170) + 7 * slow(timeS) + 3 * quick(timeS));
  });
}

/** Computers warn above this rate, measured over at least `rateWindowS`. */
const warningMPerMin = 10;
const rateWindowS = 20;

/** What a computer notices in its samples: an ascent that is too fast, and the beginning of the safety stop. */
function listEvents(depthM: Float64Array, intervalS: number): RecordingEvent[] {
  const event = (index: number, kind: 'ascent' | 'stop', name: string): RecordingEvent => ({
    timeS: index * intervalS,
    kind,
    name,
    cylinder: null,
    gas: null,
  });
  const window = Math.ceil(rateWindowS / intervalS);
  const isTooFast = (index: number) =>
    ((depthM[index - window] ?? 0) - (depthM[index] ?? 0)) / (window * intervalS) > warningMPerMin / 60;
  const fast = [...depthM.keys()].find((index) => index >= window && isTooFast(index));
  const stop = findStop(depthM, intervalS);
  return [
    ...(fast === undefined ? [] : [event(fast, 'ascent', 'ascent')]),
    ...(stop === null ? [] : [event(stop, 'stop', 'safety stop')]),
  ].toSorted((a, b) => a.timeS - b.timeS);
}

/** The first sample after the last deeper one at which the computer counts three minutes at about 5 m. */
function findStop(depthM: Float64Array, intervalS: number): number | null {
  if (!depthM.some((depth) => depth >= stopFromM)) return null;
  const start = depthM.findLastIndex((depth) => depth > 6.2) + 1;
  const end = depthM.findLastIndex((depth) => depth >= 3);
  return (end - start) * intervalS >= 3 * 60 ? start : null;
}
