import { limitEvents } from './check-dive.ts';
import { parseCoordinates } from './coordinates.ts';
import {
  createCylinder,
  createDive,
  createRecording,
  type Cylinder,
  type DiveSite,
  type FileDive,
  type ReadWarning,
  type Recording,
  type RecordingEvent,
} from './dive-file.ts';
import { createStart, formatDate, parseTimeOfDay } from './local-time.ts';
import {
  cubicFeetToLiters,
  parseDepth,
  parseDuration,
  parseGas,
  parseNumber,
  parsePressure,
  parseTemperature,
  parseText,
  parseWeight,
  splitNames,
} from './parse-values.ts';
import { SampleTable, type SampleBudget, type SampleValues } from './samples.ts';
import { addWarning, limitCylinders, limitRecordings } from './warnings.ts';
import { findChild, getChildText, getText, listChildren, listDescendants, readXml, type XmlElement } from './xml.ts';

/** Values that have no place here, by element. Stars have no unit, and SAC, OTU and CNS are calculated. */
const unreadAttributes: ReadonlyMap<string, readonly string[]> = new Map([
  ['dive', ['rating', 'visibility', 'current', 'wavesize', 'surge', 'chill']],
  ['site', ['description']],
  ['trip', ['location']],
  ['cylinder', ['use']],
  ['weightsystem', ['description']],
  ['picture', ['filename']],
]);
/** Of several oxygen sensors, the first is read. */
const unreadSensors = ['sensor2', 'sensor3', 'sensor4'];
const readExtraData = new Set<string | undefined>(['Vendor', 'Serial', 'FW Version', 'Deco model']);

type Sites = ReadonlyMap<string, DiveSite>;

/** Subsurface's own XML: version 1 has samples in the dive, 2 and 3 in its computers, and 3 a list of sites. */
export function readSubsurface(bytes: Uint8Array, warnings: ReadWarning[], budget: SampleBudget): FileDive[] {
  const dives: { dive: FileDive; siteId: string | null }[] = [];
  const root = readXml({ bytes, warnings }, 'dive', (element) => {
    warnUnreadValues(element, warnings);
    dives.push({ dive: readDive(element, budget), siteId: parseText(element.attributes['divesiteid']) });
  });
  for (const element of listDescendants(root, new Set(['site', 'trip']))) {
    warnUnreadValues(element, warnings);
    const notes = getChildText(element, 'notes');
    if (notes !== null) addWarning(warnings, `${element.name} notes`, 'column-ignored', notes);
  }
  const sites = readSites(root);
  for (const { dive, siteId } of dives) if (siteId !== null) dive.site = sites.get(siteId) ?? dive.site;
  return dives.map(({ dive }) => ({ ...dive, site: dive.site === null ? null : { ...dive.site } }));
}

/** Names what is left out, once for each kind of value in a file. */
function warnUnreadValues({ name, attributes, children }: XmlElement, warnings: ReadWarning[]): void {
  for (const attribute of unreadAttributes.get(name) ?? []) {
    const value = parseText(attributes[attribute]);
    const field = name === 'dive' ? attribute : `${name} ${attribute}`;
    if (value !== null) addWarning(warnings, field, 'column-ignored', value);
  }
  for (const child of children) {
    if (child.name === 'divecomputer') warnUnreadValues(child, warnings);
    else if (child.name === 'sample') warnUnreadSensors(child, warnings);
    else if (child.name === 'extradata' && !readExtraData.has(child.attributes['key']))
      addWarning(warnings, child.attributes['key'] ?? 'extradata', 'column-ignored', child.attributes['value'] ?? null);
    else if (unreadAttributes.has(child.name)) warnUnreadValues(child, warnings);
  }
}

function warnUnreadSensors({ attributes }: XmlElement, warnings: ReadWarning[]): void {
  for (const sensor of unreadSensors)
    if (attributes[sensor] !== undefined) addWarning(warnings, sensor, 'column-ignored', attributes[sensor]);
}

function readSites(root: XmlElement): Sites {
  const sites = [...listDescendants(root, new Set(['site']))];
  return new Map(
    sites.map((site) => [
      site.attributes['uuid']?.trim() ?? '',
      {
        name: parseText(site.attributes['name']),
        location: findPlaceName(site, '5'),
        country: findPlaceName(site, '2'),
        position: parseCoordinates(site.attributes['gps']),
      },
    ]),
  );
}

/** The categories of place names are 2 for the country and 5 for the town. */
function findPlaceName(site: XmlElement, category: string): string | null {
  const geo = listChildren(site, 'geo').find(({ attributes }) => attributes['cat'] === category);
  return parseText(geo?.attributes['value']);
}

function readDive(element: XmlElement, budget: SampleBudget): FileDive {
  const warnings: ReadWarning[] = [];
  const { attributes } = element;
  const computers = limitRecordings(listChildren(element, 'divecomputer'), warnings);
  const own = [...(computers.length === 0 ? [element] : computers)];
  const first = own[0] ?? element;
  const temperature = (name: string) =>
    parseTemperature(findChild(element, 'divetemperature')?.attributes[name]) ??
    parseTemperature(findChild(first, 'temperature')?.attributes[name]) ??
    parseTemperature(findChild(element, 'temperature')?.attributes[name]);
  const depth = findChild(first, 'depth') ?? findChild(element, 'depth');
  const weights = listChildren(element, 'weightsystem').map(({ attributes: { weight } }) => parseWeight(weight) ?? 0);
  const cylinders = limitCylinders(listChildren(element, 'cylinder'), warnings).map(readCylinder);
  const start = readStart(attributes['date'], attributes['time'], warnings);
  return createDive({
    number: parseNumber(attributes['number']),
    start,
    durationS: parseDuration(attributes['duration'], 60),
    maxDepthM: parseDepth(depth?.attributes['max']),
    avgDepthM: parseDepth(depth?.attributes['mean']),
    waterTempC: temperature('water'),
    airTempC: temperature('air'),
    weightKg: weights.length === 0 ? null : weights.reduce((sum, weight) => sum + weight, 0),
    site: readOwnSite(element),
    buddies: splitNames(getChildText(element, 'buddy')),
    divemaster: getChildText(element, 'divemaster'),
    suit: getChildText(element, 'suit'),
    notes: getChildText(element, 'notes'),
    tags: splitNames(attributes['tags']),
    cylinders,
    recordings: own.flatMap((computer) => readComputer(computer, cylinders, start, budget, warnings)),
    warnings,
  });
}

/** Versions 1 and 2 have the place and its position in the dive. */
function readOwnSite(element: XmlElement): DiveSite | null {
  const location = findChild(element, 'location');
  const gps = getChildText(element, 'gps') ?? location?.attributes['gps'] ?? element.attributes['gps'];
  const site = { name: getText(location), location: null, country: null, position: parseCoordinates(gps) };
  return site.name === null && site.position === null ? null : site;
}

function readCylinder({ attributes }: XmlElement): Cylinder {
  // Subsurface leaves out the gas of a cylinder with air.
  const o2 = parseNumber(attributes['o2']) ?? 21;
  const he = parseNumber(attributes['he']) ?? 0;
  const workingPressureBar = parsePressure(attributes['workpressure']);
  const size = parseNumber(attributes['size']);
  return createCylinder({
    gas: o2 > 1 ? { o2, he } : parseGas(o2, he),
    volumeL: /cu/i.test(attributes['size'] ?? '') ? cubicFeetToLiters(size, workingPressureBar) : size,
    workingPressureBar,
    startBar: parsePressure(attributes['start']),
    endBar: parsePressure(attributes['end']),
    description: parseText(attributes['description']),
  });
}

function readComputer(
  computer: XmlElement,
  cylinders: readonly Cylinder[],
  start: FileDive['start'],
  budget: SampleBudget,
  warnings: ReadWarning[],
): Recording[] {
  const { attributes } = computer;
  const table = new SampleTable(budget);
  const events: RecordingEvent[] = [];
  const lasting: LastingAttributes = {};
  for (const child of computer.children) {
    if (child.name === 'sample') readSample(child, lasting, table);
    else if (child.name === 'event') events.push(readEvent(child, cylinders));
  }
  if (table.count === 0 && events.length === 0 && attributes['model'] === undefined) return [];
  const extra = new Map(
    listChildren(computer, 'extradata').map(({ attributes: { key, value } }) => [key, value] as const),
  );
  // Subsurface has the vendor in the model; our export names it too.
  const vendor = parseText(extra.get('Vendor'));
  const name = parseText(attributes['model']);
  const model = vendor !== null && name?.startsWith(`${vendor} `) ? parseText(name.slice(vendor.length)) : name;
  const gradient = /GF\s*(\d+)\/(\d+)/.exec(extra.get('Deco model') ?? '');
  const own = readStart(attributes['date'], attributes['time'], warnings);
  return [
    createRecording({
      vendor,
      model,
      serial: parseText(extra.get('Serial') ?? attributes['serial'] ?? attributes['deviceid']),
      firmware: parseText(extra.get('FW Version') ?? attributes['firmware']),
      diveId: parseText(attributes['diveid']),
      start: own ?? start,
      maxDepthM: parseDepth(findChild(computer, 'depth')?.attributes['max']),
      samples: table.finish(),
      // Before the next dive is read, because those of all dives could take the memory.
      events: limitEvents(events, warnings),
      settings: {
        algorithm: parseText(extra.get('Deco model')),
        gfLow: parseNumber(gradient?.[1]),
        gfHigh: parseNumber(gradient?.[2]),
        salinity: parseNumber(findChild(computer, 'water')?.attributes['salinity']),
        surfacePressureBar: parsePressure(findChild(computer, 'surface')?.attributes['pressure']),
        mode: parseText(attributes['dctype']),
      },
    }),
  ];
}

/** Written only when they change. */
const lastingNames = ['ndl', 'tts', 'in_deco', 'stopdepth', 'cns', 'po2', 'sensor'] as const;
type LastingAttributes = Partial<Record<(typeof lastingNames)[number], string>>;

/** Adds a sample and keeps what also holds for the next one. */
function readSample({ attributes }: XmlElement, lasting: LastingAttributes, table: SampleTable): void {
  for (const name of lastingNames) {
    const text = attributes[name];
    if (text !== undefined) lasting[name] = text;
  }
  const values: SampleValues = {
    depthM: parseDepth(attributes['depth']),
    temperatureC: parseTemperature(attributes['temp'] ?? attributes['temperature']),
    ppo2Bar: parseNumber(attributes['sensor1'] ?? lasting.po2),
    setpointBar: attributes['sensor1'] === undefined ? null : parseNumber(lasting.po2),
    ndlS: parseDuration(lasting.ndl, 60),
    ttsS: parseDuration(lasting.tts, 60),
    ceilingM: lasting.in_deco === '0' ? null : parseDepth(lasting.stopdepth),
    cnsPercent: parseNumber(lasting.cns),
    heartRate: parseNumber(attributes['heartbeat']),
    headingDeg: parseNumber(attributes['bearing']),
  };
  const pressures: (readonly [number, number | null])[] = [];
  for (const name of Object.keys(attributes)) {
    if (!name.includes('pressure')) continue;
    const match = /^(o2)?pressure(\d*)$/.exec(name);
    const other = parseNumber(lasting.sensor) ?? (match?.[1] === 'o2' ? 1 : 0);
    const sensor = match?.[2] === '' ? other : Number(match?.[2]);
    if (sensor >= 0 && sensor < 64 && Number.isInteger(sensor))
      pressures.push([sensor, parsePressure(attributes[name])]);
  }
  table.add(parseDuration(attributes['time'], 60), values, pressures);
}

function readEvent({ attributes }: XmlElement, cylinders: readonly Cylinder[]): RecordingEvent {
  const name = attributes['name']?.trim() ?? '';
  const isGasChange = name === 'gaschange';
  const named = parseNumber(attributes['cylinder']);
  // Older versions have both percentages in one number.
  const value = isGasChange ? (parseNumber(attributes['value']) ?? 0) : 0;
  const o2 = parseNumber(attributes['o2']) ?? (value > 0 ? value % 65_536 : null);
  const he = parseNumber(attributes['he']) ?? Math.floor(value / 65_536);
  const written = o2 === null || o2 <= 0 || o2 + he > 100 ? null : { o2, he };
  const gas = isGasChange ? ((named === null ? null : cylinders[named]?.gas) ?? written) : null;
  const same = cylinders.findIndex((cylinder) => cylinder.gas?.o2 === gas?.o2 && cylinder.gas?.he === gas?.he);
  return {
    timeS: parseDuration(attributes['time'], 60) ?? Number.NaN,
    kind: isGasChange ? 'gas-change' : (eventKinds.find(([pattern]) => pattern.test(name))?.[1] ?? 'other'),
    name,
    cylinder: named ?? (gas === null || same < 0 ? null : same),
    gas,
  };
}

const eventKinds: [RegExp, RecordingEvent['kind']][] = [
  [/ascent|slow/i, 'ascent'],
  [/stop|ceiling|deco/i, 'stop'],
  [/bookmark|heading/i, 'bookmark'],
  [/alarm|warning|violation|po2|maxdepth|rbt|below floor/i, 'alarm'],
];

function readStart(date: string | undefined, time: string | undefined, warnings: ReadWarning[]) {
  if (date === undefined) return null;
  const match = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})\s*$/.exec(date);
  const day = match && formatDate({ year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) });
  if (day === null) addWarning(warnings, 'datetime', 'invalid-date', date);
  return createStart(day, time === undefined ? null : parseTimeOfDay(time), warnings);
}
