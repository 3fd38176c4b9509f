import {
  createCylinder,
  createDive,
  createRecording,
  DiveFileError,
  emptySettings,
  type Cylinder,
  type FileDive,
  type Position,
  type ReadWarning,
  type RecordingEvent,
} from '../dive-file.ts';
import { parseIsoStart } from '../local-time.ts';
import { kelvin, parseGas, parsePosition, parseText, scale } from '../parse-values.ts';
import { SampleTable, type SampleBudget } from '../samples.ts';
import { getSuuntoEventKind } from './suunto-events.ts';
import { warnUnreadKeys } from './suunto-unread.ts';
import { decodeText } from '../text-encoding.ts';
import { addWarning } from '../warnings.ts';

type Json = Readonly<Record<string, unknown>>;

const maxBytes = 12 * 1024 ** 2;
const maxDepth = 64;
/** Each takes about a hundred bytes when parsed, and each value about ten. */
const maxObjects = 400_000;
const maxValues = 1_500_000;
const degreesPerRadian = 180 / Math.PI;

/** The Suunto app's JSON export: a dive in SI units, with angles in radians and times with an offset. */
export function readSuuntoJson(bytes: Uint8Array, warnings: ReadWarning[], budget: SampleBudget): FileDive[] {
  // Parsed JSON takes about ten times its size in memory.
  if (bytes.length > maxBytes) throw new DiveFileError('too-large', 'the JSON file is too large');
  const content = parseJson(decodeText(bytes, warnings));
  const files = Array.isArray(content) ? content.map(toObject) : [toObject(content)];
  return files.flatMap((file) => readActivity(getObject(file, 'DeviceLog'), warnings, budget));
}

function readActivity(log: Json, warnings: ReadWarning[], budget: SampleBudget): FileDive[] {
  const header = getObject(log, 'Header');
  const samples = getList(log, 'Samples');
  const isDive =
    getNumber(getObject(header, 'Depth'), 'Max') !== null ||
    'Diving' in header ||
    samples.some((sample) => getNumber(sample, 'Depth') !== null);
  if (isDive) {
    warnUnread(log, header, samples, warnings);
    return [readDive(log, header, samples, budget)];
  }
  addWarning(warnings, 'activity', 'not-a-dive', getText(header, 'ActivityType'));
  return [];
}

function warnUnread(log: Json, header: Json, samples: readonly Json[], warnings: ReadWarning[]): void {
  const diving = getObject(header, 'Diving');
  warnUnreadKeys(log, 'log', warnings);
  warnUnreadKeys(header, 'header', warnings);
  warnUnreadKeys(diving, 'diving', warnings);
  for (const gas of getList(diving, 'Gases')) warnUnreadKeys(gas, 'gas', warnings);
  for (const sample of samples) {
    warnUnreadKeys(sample, 'sample', warnings);
    for (const cylinder of getList(sample, 'Cylinders')) warnUnreadKeys(cylinder, 'cylinder', warnings);
  }
}

function parseJson(text: string): unknown {
  assertParsable(text);
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new DiveFileError('malformed', 'the JSON is not well-formed');
  }
}

/** Counted before parsing, which takes much memory. Marks in texts only make the check stricter. */
function assertParsable(text: string): void {
  let [depth, objects, values] = [0, 0, 0];
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '{' || character === '[') {
      depth++;
      objects++;
    } else if (character === '}' || character === ']') depth--;
    else if (character === ',' || character === ':') values++;
    if (depth > maxDepth) throw new DiveFileError('too-large', 'the JSON is nested too deeply');
    if (objects > maxObjects || values > maxValues)
      throw new DiveFileError('too-large', 'the JSON has too many values');
  }
}

function readDive(log: Json, header: Json, samples: readonly Json[], budget: SampleBudget): FileDive {
  const warnings: ReadWarning[] = [];
  const diving = getObject(header, 'Diving');
  const positions = samples.flatMap((sample) => readPosition(sample) ?? []);
  const start = parseIsoStart(getText(header, 'DateTime'), positions[0] ?? null, warnings);
  const cylinders = getList(diving, 'Gases').slice(0, 50).map(readGas);
  const table = new SampleTable(budget);
  const events = fillSamples(samples, cylinders, table);
  const device = 'Name' in getObject(log, 'Device') ? getObject(log, 'Device') : getObject(header, 'Device');
  const depth = getObject(header, 'Depth');
  const durationS = getNumber(header, 'DiveTime') ?? getNumber(header, 'Duration');
  const { Min: coldest = null, Max: warmest = null } = getObject(header, 'Temperature');
  const temperatures = [coldest, warmest].flatMap((value) => (typeof value === 'number' ? value - kelvin : []));
  return createDive({
    start,
    durationS,
    maxDepthM: getNumber(depth, 'Max'),
    avgDepthM: getNumber(depth, 'Avg') ?? getNumber(header, 'DepthAverage'),
    waterTempC: temperatures.length === 0 ? null : Math.min(...temperatures),
    site: positions[0] === undefined ? null : { name: null, location: null, country: null, position: positions[0] },
    notes: getText(header, 'Notes'),
    cylinders,
    recordings:
      table.count === 0
        ? []
        : [
            createRecording({
              vendor: 'suunto',
              model: getText(device, 'Name'),
              serial: getText(device, 'SerialNumber'),
              firmware: getText(getObject(device, 'Info'), 'SW'),
              start,
              samples: table.finish(),
              events,
              entry: positions[0] ?? null,
              exit: positions.at(-1) ?? null,
              settings: {
                ...emptySettings,
                algorithm: getText(diving, 'Algorithm'),
                mode: getText(diving, 'DiveMode'),
                surfacePressureBar: scale(getNumber(diving, 'SurfacePressure'), 1e-5),
              },
            }),
          ],
    warnings,
  });
}

function readGas(gas: Json): Cylinder {
  return createCylinder({
    gas: parseGas(getNumber(gas, 'Oxygen'), getNumber(gas, 'Helium')),
    volumeL: scale(getNumber(gas, 'TankSize') || null, 1000),
    startBar: scale(getNumber(gas, 'StartPressure') || null, 1e-5),
    endBar: scale(getNumber(gas, 'EndPressure') || null, 1e-5),
    workingPressureBar: scale(getNumber(gas, 'TankFillPressure') || null, 1e-5),
  });
}

/** Values and events are in separate entries of one list. Entries with neither are about the watch itself. */
function fillSamples(samples: readonly Json[], cylinders: readonly Cylinder[], table: SampleTable): RecordingEvent[] {
  const events: RecordingEvent[] = [];
  const firstGas = findFirstGas(samples);
  const times = samples.map((sample) => parseMoment(getText(sample, 'TimeISO8601') ?? ''));
  const first = times.find((time) => !Number.isNaN(time)) ?? 0;
  for (const [index, sample] of samples.entries()) {
    const own = getNumber(sample, 'Time');
    const time = Number.isNaN(times[index] ?? Number.NaN) ? own : ((times[index] ?? 0) - first) / 1000;
    const noDecoTime = getNumber(sample, 'NoDecTime');
    const values = {
      depthM: getNumber(sample, 'Depth'),
      temperatureC: toCelsius(getNumber(sample, 'Temperature')),
      ceilingM: getNumber(sample, 'Ceiling'),
      ndlS: noDecoTime === -1 ? null : noDecoTime,
      ttsS: getNumber(sample, 'TimeToSurface'),
      // Beats per second.
      heartRate: scale(getNumber(sample, 'HR'), 60),
    };
    const pressures = getList(sample, 'Cylinders').flatMap((cylinder, position) => {
      const gasNumber = getNumber(cylinder, 'GasNumber');
      const number = gasNumber === null ? position : gasNumber - firstGas;
      const pressure = scale(getNumber(cylinder, 'Pressure') || null, 1e-5);
      return number >= 0 && number < 32 && Number.isInteger(number) ? [[number, pressure] as const] : [];
    });
    const isMeasured = values.depthM !== null || pressures.some(([, pressure]) => pressure !== null);
    if (isMeasured) table.add(time, values, pressures);
    if (time !== null) addEvents(sample, time, { cylinders, firstGas }, events);
  }
  return events;
}

interface Gases {
  cylinders: readonly Cylinder[];
  firstGas: number;
}

/** Without a zone, `Date.parse` takes the time zone of the machine, whose summer time may begin during the dive. */
function parseMoment(text: string): number {
  return Date.parse(/(?:Z|[-+]\d{2}:?\d{2})$/i.test(text) ? text : `${text}Z`);
}

/** Notices that end have `Active: false` and are left out. */
function addEvents(sample: Json, timeS: number, { cylinders, firstGas }: Gases, events: RecordingEvent[]): void {
  for (const [group, event] of listEvents(sample)) {
    const kind = getSuuntoEventKind(group, getText(event, 'Type') ?? '');
    if (event['Active'] === false || group === 'State') continue;
    const number = kind === 'gas-change' ? getNumber(event, 'GasNumber') : null;
    const cylinder = number === null ? null : number - firstGas;
    const gas = cylinder === null ? null : (cylinders[cylinder]?.gas ?? null);
    events.push({ timeS, kind, name: getText(event, 'Type') ?? group, cylinder, gas });
  }
}

function listEvents(sample: Json): [string, Json][] {
  const source = sample['Events'] ?? sample['DiveEvents'];
  const list = Array.isArray(source) ? source.map(toObject) : [toObject(source)];
  return list.flatMap((entry) =>
    Object.entries(entry).map(([group, value]): [string, Json] => [group, toObject(value)]),
  );
}

/** EON computers count gases from one, others from zero. */
function findFirstGas(samples: readonly Json[]): number {
  let first = Number.POSITIVE_INFINITY;
  for (const sample of samples)
    for (const entry of [...getList(sample, 'Cylinders'), ...listEvents(sample).map(([, event]) => event)])
      first = Math.min(first, getNumber(entry, 'GasNumber') ?? first);
  return first === 1 ? 1 : 0;
}

function readPosition(sample: Json): Position | null {
  // The origin of a route is in degrees.
  const origin = getObject(sample, 'DiveRouteOrigin');
  const ownPosition = parsePosition(getNumber(origin, 'Latitude'), getNumber(origin, 'Longitude'));
  if (ownPosition !== null) return ownPosition;
  return parsePosition(
    scale(getNumber(sample, 'Latitude'), degreesPerRadian),
    scale(getNumber(sample, 'Longitude'), degreesPerRadian),
  );
}

const toCelsius = (value: number | null) => (value === null ? null : value - kelvin);

function toObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

const getObject = (object: Json, key: string) => toObject(object[key]);

function getList(object: Json, key: string): Json[] {
  const value = object[key];
  return Array.isArray(value) ? value.map(toObject) : [];
}

function getNumber(object: Json, key: string): number | null {
  const value = object[key];
  return typeof value === 'number' ? value : null;
}

function getText(object: Json, key: string): string | null {
  const value = object[key];
  return typeof value === 'string' || typeof value === 'number' ? parseText(String(value)) : null;
}
