import type { ReadWarning, RecordingEvent } from '../dive-file.ts';
import { limits } from '../limits.ts';
import { kelvin, parseNumber, parseText } from '../parse-values.ts';
import type { SampleTable, SampleValues } from '../samples.ts';
import { addWarning } from '../warnings.ts';
import type { XmlElement } from '../xml.ts';

type WaypointEvent = Omit<RecordingEvent, 'gas' | 'cylinder'> & { mix: string | null };

export interface Waypoints {
  events: WaypointEvent[];
  /** Ids of the gases that were breathed, in order. */
  mixes: string[];
  mode: string | null;
  gfLow: number | null;
  gfHigh: number | null;
}

const alarmKinds = new Map<string, RecordingEvent['kind']>([
  ['ascent', 'ascent'],
  ['deco', 'stop'],
  ['surface', 'other'],
]);

/** Fills the table with a dive's waypoints. Tanks are given by the ids that a waypoint may use for them. */
export function readWaypoints(
  samples: XmlElement | undefined,
  tanks: readonly (readonly string[])[],
  table: SampleTable,
  warnings: ReadWarning[],
): Waypoints {
  const found: Waypoints = { events: [], mixes: [], mode: null, gfLow: null, gfHigh: null };
  const elements = samples?.children ?? [];
  const findTank = createTankFinder(elements, tanks);
  const delta = parseNumber(elements.find(({ name }) => name === 'delta')?.text);
  let time = 0;
  let switchedTo: string | null = null;
  for (const [index, element] of elements.entries()) {
    if (element.name === 'waypoint') {
      readWaypoint(element, findTank, table, warnings, found);
    } else if (element.name === 't') {
      time = parseNumber(element.text) ?? Number.NaN;
    } else if (element.name === 'switch') {
      switchedTo = parseText(element.attributes['mix'] ?? element.attributes['tank'] ?? element.text);
    } else if (element.name === 'd') {
      // Version 1 and some 2.x files list plain times and depths, or depths at a fixed interval.
      if (delta !== null) time = table.count * delta;
      const next = elements[index + 1];
      table.add(time, { depthM: parseNumber(element.text), temperatureC: readLegacyTemperature(next) });
      if (switchedTo !== null) addSwitch(found, time, switchedTo);
      switchedTo = null;
    }
  }
  return found;
}

function readLegacyTemperature(element: XmlElement | undefined): number | null {
  const value = element?.name === 'temperature' ? parseNumber(element.text) : null;
  return value === null ? null : value - kelvin;
}

function addSwitch(found: Waypoints, timeS: number, mix: string): void {
  found.events.push({ timeS, kind: 'gas-change', name: 'switchmix', mix });
  if (!found.mixes.includes(mix) && found.mixes.length < limits.cylinders) found.mixes.push(mix);
}

function readWaypoint(
  waypoint: XmlElement,
  findTank: TankFinder,
  table: SampleTable,
  warnings: ReadWarning[],
  found: Waypoints,
): void {
  const values: SampleValues = {};
  const pressures: (readonly [number, number | null])[] = [];
  let time: number | null = null;
  let isFirstPo2 = true;
  for (const element of waypoint.children) {
    const { name, attributes } = element;
    const value = parseNumber(element.text);
    if (value === null && parseText(element.text) !== null && numericNames.has(name))
      addWarning(warnings, `samples.${name}`, 'impossible-value', element.text.trim());
    if (name === 'divetime') time = value;
    else if (name === 'depth') values.depthM = value;
    else if (name === 'temperature') values.temperatureC = toCelsius(value);
    else if (name === 'tankpressure') pressures.push([findTank(attributes['ref'], pressures.length), toTankBar(value)]);
    else if (po2Names.has(name) && isFirstPo2) {
      values.ppo2Bar = toBar(value);
      isFirstPo2 = false;
    } else if (name === 'setpo2') values.setpointBar = toBar(value);
    else if (name === 'nodecotime') values.ndlS = value;
    else if (name === 'cns') values.cnsPercent = value;
    else if (name === 'heartrate' || name === 'pulserate') values.heartRate = value;
    else if (name === 'heading') values.headingDeg = value;
    else if (name === 'decostop') values.ceilingM = parseNumber(attributes['decodepth']) ?? values.ceilingM ?? null;
    else if (!eventNames.has(name)) warnIgnored(element, warnings);
  }
  table.add(time, values, pressures);
  if (time !== null) readEvents(waypoint, time, found);
}

const eventNames = new Set(['divemode', 'setgflow', 'setgfhigh', 'switchmix', 'alarm', 'setmarker']);

function warnIgnored({ name, text }: XmlElement, warnings: ReadWarning[]): void {
  const value = parseText(text);
  if (value !== null) addWarning(warnings, `samples.${name}`, 'column-ignored', value);
}

/** Version 3.3 has a value for each sensor; the first one counts. */
const po2Names = new Set(['calculatedpo2', 'measuredpo2', 'ppo2']);
const numericNames = new Set(['divetime', 'depth', 'temperature', 'tankpressure', 'heading', 'cns', 'nodecotime']);

function readEvents(waypoint: XmlElement, timeS: number, found: Waypoints): void {
  for (const { name, attributes, text } of waypoint.children) {
    const label = parseText(text);
    if (name === 'divemode') found.mode ??= parseText(attributes['type'] ?? attributes['kind'] ?? text);
    else if (name === 'setgflow') found.gfLow ||= toPercent(parseNumber(text));
    else if (name === 'setgfhigh') found.gfHigh ||= toPercent(parseNumber(text));
    else if (name === 'switchmix' && attributes['ref'] !== undefined) addSwitch(found, timeS, attributes['ref']);
    else if (name === 'alarm' && label !== null)
      found.events.push({ timeS, kind: alarmKinds.get(label) ?? 'alarm', name: label, mix: null });
    else if (name === 'setmarker')
      found.events.push({ timeS, kind: 'bookmark', name: label ?? 'setmarker', mix: null });
  }
}

/** The cylinder of a pressure, by its reference or else by its position in the waypoint. */
type TankFinder = (ref: string | undefined, position: number) => number;

/**
 * Pressures may refer to tanks that the dive doesn't describe, as those of Shearwater do. They are tanks of their own, after
 * the described ones that others refer to.
 */
function createTankFinder(waypoints: readonly XmlElement[], tanks: readonly (readonly string[])[]): TankFinder {
  const described = new Map(tanks.flatMap((keys, index) => keys.map((key) => [key, index] as const)).toReversed());
  const indexes = new Map<string, number>();
  const unknown: string[] = [];
  for (const { children } of waypoints)
    for (const { name, attributes } of children) {
      const ref = attributes['ref'];
      if (name !== 'tankpressure' || ref === undefined || indexes.has(ref)) continue;
      const index = described.get(ref);
      indexes.set(ref, index ?? -1);
      if (index === undefined) unknown.push(ref);
    }
  const first = unknown.length === indexes.size ? 0 : tanks.length;
  for (const [order, ref] of unknown.entries()) indexes.set(ref, first + order);
  return (ref, position) => (ref === undefined ? position : (indexes.get(ref) ?? 0));
}

/** Degrees Celsius of some programs stay; 0 is unknown. */
const toCelsius = (value: number | null) => (value === null || value < 150 ? value || null : value - kelvin);
/** The standard says pascal; older files have bar. */
const toBar = (value: number | null) => (value === null || value < 100 ? value : value / 1e5);
/** The standard says pascal; some programs write bar, and no tank is that empty. */
export const toTankBar = (value: number | null) => (value === null || value < 1000 ? value : value / 1e5);
const toPercent = (value: number | null) => (value !== null && value <= 1 ? Math.round(value * 100) : value);
