import {
  createCylinder,
  type Cylinder,
  type Gas,
  type ReadWarning,
  type RecordingEvent,
  type Samples,
} from '../dive-file.ts';
import { fahrenheitToCelsius, feetPerMeter, parseGas, parseNumber, psiPerBar, scale } from '../parse-values.ts';
import { SampleTable, type SampleBudget, type SampleValues } from '../samples.ts';
import { addWarning } from '../warnings.ts';

/** The value of a record's field by its name in lower case. */
export type ShearwaterField = (name: string) => string | number | null;

export interface ShearwaterProfile {
  samples: Samples;
  /** Gases in the order in which they were breathed. */
  gases: Gas[];
  events: RecordingEvent[];
  isClosedCircuit: boolean;
}

const maxGases = 50;
const tanks = [0, 1, 2, 3] as const;
/** The largest pressure of a cylinder in units of 2 psi is 2,175 (300 bar). */
const maxHalfPsi = 2300;

/** Collects the samples of a Shearwater computer and finds changes of gas. */
export class ShearwaterSamples {
  readonly #table: SampleTable;
  readonly #gases: Gas[] = [];
  readonly #events: RecordingEvent[] = [];
  #gas = -1;
  #isClosedCircuit = false;

  constructor(budget: SampleBudget) {
    this.#table = new SampleTable(budget);
  }

  get count(): number {
    return this.#table.count;
  }

  add(
    time: number | null,
    values: SampleValues,
    pressures: readonly (readonly [number, number | null])[],
    { gas, isClosedCircuit }: { gas: Gas | null; isClosedCircuit: boolean },
  ): void {
    this.#table.add(time, values, pressures);
    this.#isClosedCircuit ||= isClosedCircuit;
    if (gas === null || gas.o2 + gas.he <= 0) return;
    let index = this.#gases.findIndex(({ o2, he }) => o2 === gas.o2 && he === gas.he);
    if (index < 0 && this.#gases.length < maxGases) index = this.#gases.push(gas) - 1;
    if (index < 0 || index === this.#gas) return;
    if (this.#gas >= 0)
      this.#events.push({ timeS: time ?? Number.NaN, kind: 'gas-change', name: 'gas change', cylinder: index, gas });
    this.#gas = index;
  }

  finish(): ShearwaterProfile {
    return {
      samples: this.#table.finish(),
      gases: this.#gases,
      events: this.#events,
      isClosedCircuit: this.#isClosedCircuit,
    };
  }
}

/** Adds a record whose fields have the names of Shearwater's XML and of its older databases. */
export function addShearwaterRecord(samples: ShearwaterSamples, field: ShearwaterField, isImperial: boolean): void {
  const number = (name: string) => toNumber(field(name));
  const toMeters = (value: number | null) => scale(value, isImperial ? 1 / feetPerMeter : 1);
  const temperature = number('watertemp');
  const circuit = String(field('currentcircuitsetting') ?? '');
  const isClosedCircuit = circuit === '0' || /^[cs]c/i.test(circuit);
  const ceiling = number('decoceiling') || number('firststopdepth') || null;
  const ppo2 = toBar(number('averageppo2'));
  samples.add(
    number('currenttime'),
    {
      depthM: toMeters(number('currentdepth')),
      temperatureC: isImperial ? fahrenheitToCelsius(temperature) : temperature,
      ppo2Bar: ppo2 || null,
      setpointBar: isClosedCircuit ? toBar(number('currentppo2setpoint')) || null : null,
      ceilingM: toMeters(ceiling),
      // Zero without a stop is the time before the first calculation.
      ndlS: scale(ceiling === null ? number('currentndl') || null : number('currentndl'), 60),
      ttsS: scale(number('ttsmins'), 60),
      cnsPercent: number('cnspercent'),
    },
    tanks.map(
      (tank) => [tank, readPressure(field(`tank${tank}pressurepsi`) ?? field(`aisensor${tank}_pressurepsi`))] as const,
    ),
    { gas: parseGas(number('fractiono2'), number('fractionhe')), isClosedCircuit },
  );
}

/** Texts such as "AI is off" stand for a missing pressure, and so do the highest numbers. */
function readPressure(value: string | number | null): number | null {
  const pressure = toNumber(value);
  const isCode = pressure === null || pressure <= 0 || (pressure >= 4088 && pressure <= 4096) || pressure >= 8176;
  return isCode ? null : pressure;
}

/**
 * Scales the times and pressures of records. Times are milliseconds or seconds; pressures are units of 2 psi or 1 psi.
 * The format doesn't say which, but only one of them is possible.
 */
export function scaleRecords(profile: ShearwaterProfile, warnings: ReadWarning[]): ShearwaterProfile {
  const { samples, events } = profile;
  const { timeS, pressureBar } = samples;
  const intervals = timeS.slice(1).map((time, index) => time - (timeS[index] ?? 0));
  const median = intervals.toSorted()[Math.floor(intervals.length / 2)] ?? 0;
  const unitS = median >= 500 ? 1 / 1000 : 1;
  const columns = Object.values(pressureBar);
  const isPsi = columns.some((column) => column.some((value) => value > maxHalfPsi));
  if (isPsi) addWarning(warnings, 'samples.pressure_bar', 'unit-assumed', 'psi');
  const toBars = (value: number) => Math.round(((isPsi ? value : value * 2) / psiPerBar) * 1000) / 1000;
  return {
    ...profile,
    samples: {
      ...samples,
      timeS: timeS.map((time) => time * unitS),
      pressureBar: Object.fromEntries(Object.entries(pressureBar).map(([tank, column]) => [tank, column.map(toBars)])),
    },
    events: events.map((event) => ({ ...event, timeS: event.timeS * unitS })),
  };
}

/** Computers don't say which gas a transmitter measures: the first belongs to the first gas, and so on. */
export function createCylinders({ gases, samples }: ShearwaterProfile): Cylinder[] {
  const lastTank = Math.max(-1, ...Object.keys(samples.pressureBar).map(Number));
  return Array.from({ length: Math.max(gases.length, lastTank + 1) }, (_, index) =>
    createCylinder({ gas: gases[index] ?? null }),
  );
}

/** Older files have hundredths of a bar. */
const toBar = (value: number | null) => (value !== null && value > 10 ? value / 100 : value);

export const toNumber = (value: string | number | null): number | null =>
  typeof value === 'number' ? value : parseNumber(value);
