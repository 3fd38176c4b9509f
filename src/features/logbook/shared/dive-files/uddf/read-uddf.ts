import {
  createCylinder,
  createDive,
  createRecording,
  emptySettings,
  type Cylinder,
  type DiveSite,
  type FileDive,
  type Gas,
  type ReadWarning,
  type Recording,
} from '../dive-file.ts';
import { limitEvents } from '../check-dive.ts';
import { limits } from '../limits.ts';
import { formatDate, createStart, parseIsoStart } from '../local-time.ts';
import { kelvin, parseGas, parsePosition, parseText, scale } from '../parse-values.ts';
import { SampleTable, type SampleBudget } from '../samples.ts';
import { readWaypoints, toTankBar, type Waypoints } from './uddf-waypoints.ts';
import { addWarning, limitCylinders } from '../warnings.ts';
import {
  findChild,
  getChildNumber,
  getChildText,
  getText,
  listDescendants,
  readXml,
  warnUnread,
  type XmlElement,
} from '../xml.ts';

/** What dives refer to by id. */
interface References {
  elements: Map<string, XmlElement>;
  gases: Map<string, Gas | null>;
  personNames: Map<XmlElement, string>;
  /** The only gas and the first computer of a file whose dives refer to none. */
  onlyGas: Gas | null;
  computer: XmlElement | undefined;
  /** Shearwater's computers don't know UTC, but its program writes their time with `Z`. */
  marksLocalAsUtc: boolean;
}

/** Distinct ids of one dive and of one tank. Programs write fewer than ten of either, apart from buddies. */
const maxLinks = 1000;
const maxTankKeys = 64;

/** Has no elements, because those of all dives with their samples would exceed the memory before the end of the file. */
interface UnfinishedDive {
  dive: FileDive;
  recording: Recording;
  waypoints: Waypoints;
  tanks: readonly Tank[];
  links: ReadonlySet<string>;
  start: WrittenStart;
}

const modes = new Map([
  ['closedcircuit', 'CCR'],
  ['semiclosedcircuit', 'SCR'],
  ['opencircuit', 'OC'],
  ['apnoe', 'Freedive'],
]);
const referencedNames = new Set([
  'site',
  'dive_site',
  'buddy',
  'diver',
  'mix',
  'gas_mix',
  'divecomputer',
  'equipment',
  'suit',
  'tank',
]);

/** What is read of the information before and after a dive. Surface intervals follow from the other dives. */
const readNames = new Set(
  'link divenumber dive_number datetime date time airtemperature surfacepressure density equipmentused diveduration greatestdepth averagedepth lowesttemperature visibility notes surfaceinterval surfaceintervalbeforedive surfaceintervalafterdive'.split(
    ' ',
  ),
);

/** UDDF 2.x to 3.3, with and without namespace. Dives come before or after what they refer to. */
export function readUddf(bytes: Uint8Array, warnings: ReadWarning[], budget: SampleBudget): FileDive[] {
  const unfinished: UnfinishedDive[] = [];
  const used = new Set<string>();
  const root = readXml({ bytes, warnings }, 'dive', (element) => {
    // Programs list dives again among their own data, with a reference instead of values.
    if (element.attributes['ref'] !== undefined) return;
    unfinished.push(readDive(element, budget, used));
    warnUnread(findChild(element, 'informationbeforedive'), readNames, warnings);
    warnUnread(findChild(element, 'informationafterdive'), readNames, warnings);
  });
  const references = readReferences(root, used);
  return unfinished.map((dive) => finishDive(dive, references)).filter((dive) => hasValues(dive, warnings));
}

/** Some rebreathers write an empty dive before the first one, for its surface interval. */
function hasValues({ start, durationS, maxDepthM, recordings, number }: FileDive, warnings: ReadWarning[]): boolean {
  const isEmpty = start === null && durationS === null && maxDepthM === null && recordings.length === 0;
  if (isEmpty) addWarning(warnings, 'dives', 'missing-value', number);
  return !isEmpty;
}

function readReferences(root: XmlElement, used: ReadonlySet<string>): References {
  const elements = new Map<string, XmlElement>();
  let computer: XmlElement | undefined;
  for (const element of listDescendants(root, referencedNames)) {
    const id = element.attributes['id'];
    // The first of two elements with one id is kept, as in most programs.
    if (id !== undefined && !elements.has(id)) elements.set(id, element);
    if (element.name === 'divecomputer') computer ??= element;
  }
  const gases = new Map(
    [...elements]
      .filter(([, { name }]) => name === 'mix' || name === 'gas_mix')
      .map(([id, mix]) => [id, parseGas(getChildNumber(mix, 'o2'), getChildNumber(mix, 'he'))] as const),
  );
  const [only = null] = gases.values();
  const isUsed = (name: string) => [...elements].some(([id, element]) => element.name === name && used.has(id));
  return {
    elements,
    gases,
    personNames: new Map(),
    onlyGas: gases.size === 1 && !isUsed('mix') && !isUsed('gas_mix') ? only : null,
    computer: isUsed('divecomputer') ? undefined : computer,
    marksLocalAsUtc: /^shearwater/i.test(getChildText(root, 'generator', 'name') ?? ''),
  };
}

/** The dive's own values. Those that it refers to are read later, when the whole file is known. */
function readDive(element: XmlElement, budget: SampleBudget, used: Set<string>): UnfinishedDive {
  const warnings: ReadWarning[] = [];
  const before = findChild(element, 'informationbeforedive') ?? element;
  const after = findChild(element, 'informationafterdive') ?? element;
  const facts = { ...element, children: element.children.filter(({ name }) => name !== 'samples') };
  const tanks = listTanks(facts, warnings).map(readTank);
  const table = new SampleTable(budget);
  const waypoints = readWaypoints(
    findChild(element, 'samples'),
    tanks.map(({ keys }) => keys),
    table,
    warnings,
  );
  const links = listLinks(facts, warnings);
  for (const id of links) used.add(id);
  // Before the next dive is read, because those of all dives could take the memory.
  waypoints.events = limitEvents(waypoints.events, warnings);
  for (const id of waypoints.mixes) used.add(id);
  const surfacePressure = getChildNumber(before, 'surfacepressure');
  const number = (field: string) => getChildNumber(after, field) ?? getChildNumber(element, field);
  const dive = createDive({
    number: getChildNumber(before, 'divenumber') ?? getChildNumber(before, 'dive_number'),
    durationS: dropZero(number('diveduration') ?? number('dive_duration')),
    maxDepthM: dropZero(number('greatestdepth') ?? number('max_depth')),
    avgDepthM: number('averagedepth'),
    waterTempC: toCelsius(
      number('lowesttemperature') ?? getChildNumber(element, 'condition', 'water_temp'),
      'water_temp_c',
      warnings,
    ),
    airTempC: toCelsius(
      getChildNumber(before, 'airtemperature') ?? getChildNumber(element, 'condition', 'air_temp'),
      'air_temp_c',
      warnings,
    ),
    visibilityM: number('visibility'),
    weightKg:
      getChildNumber(before, 'equipmentused', 'leadquantity') ??
      getChildNumber(after, 'equipmentused', 'leadquantity') ??
      getChildNumber(element, 'equipment_used', 'weight_used'),
    notes: getChildText(after, 'notes') ?? getChildText(element, 'note'),
    warnings,
  });
  const settings = {
    ...emptySettings,
    mode: waypoints.mode === null ? null : (modes.get(waypoints.mode.toLowerCase()) ?? waypoints.mode),
    gfLow: waypoints.gfLow,
    gfHigh: waypoints.gfHigh,
    surfacePressureBar: surfacePressure === null ? null : surfacePressure / 1e5,
    salinity: getChildNumber(element, 'density') ?? getChildNumber(before, 'density'),
  };
  const recording = createRecording({ samples: table.finish(), settings, diveId: element.attributes['id'] ?? null });
  return { dive, recording, waypoints, tanks, links, start: readWrittenStart(before) };
}
function finishDive(unfinished: UnfinishedDive, references: References): FileDive {
  const { dive, recording, waypoints, tanks, links, start } = unfinished;
  const linked = [...links].flatMap((id) => references.elements.get(id) ?? []);
  dive.site = readSite(linked.find(({ name }) => name === 'site' || name === 'dive_site'));
  dive.start = readStart(start, dive.site?.position ?? null, references.marksLocalAsUtc, dive.warnings);
  dive.buddies = listBuddies(linked, references);
  dive.suit = getChildText(
    linked.find(({ name }) => name === 'suit'),
    'name',
  );
  dive.cylinders = tanks.map((tank) => createTank(tank, references, dive.warnings));
  // Tanks that only pressures refer to.
  const lastTank = Math.max(-1, ...Object.keys(recording.samples.pressureBar).map(Number));
  while (dive.cylinders.length <= lastTank) dive.cylinders.push(createCylinder({}));
  addMissingGases(dive.cylinders, waypoints.mixes, references);
  if (recording.samples.count === 0) return dive;
  const computer = linked.find(({ name }) => name === 'divecomputer') ?? references.computer;
  const gasOf = (id: string | null) => (id === null ? null : (references.gases.get(id) ?? null));
  const events = waypoints.events.map(({ mix, ...event }) => ({
    ...event,
    gas: gasOf(mix),
    cylinder: findCylinder(dive.cylinders, gasOf(mix)),
  }));
  dive.recordings.push({ ...recording, ...readComputer(computer), start: dive.start, events });
  return dive;
}

function listTanks(element: XmlElement, warnings: ReadWarning[]): XmlElement[] {
  return limitCylinders([...listDescendants(element, new Set(['tankdata', 'tank_used']))], warnings);
}

/** Ids that a dive refers to, each once. */
function listLinks(element: XmlElement, warnings: ReadWarning[]): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const { attributes } of listDescendants(element, new Set(['link', 'dive_site_ref', 'buddy_ref']))) {
    const id = attributes['ref'];
    if (id === undefined) continue;
    if (ids.size >= maxLinks && !ids.has(id)) addWarning(warnings, 'link', 'column-ignored', id);
    else ids.add(id);
  }
  return ids;
}

interface Tank {
  /** Ids by which a waypoint may refer to the tank: its own, and that of its equipment or gas. */
  keys: readonly string[];
  volume: number | null;
  startBar: number | null;
  endBar: number | null;
}

/** The schema demands these values, so programs write 0 for unknown ones. */
const dropZero = (value: number | null) => (value === 0 ? null : value);

function readTank(tank: XmlElement): Tank {
  const ids = [tank, ...tank.children].flatMap(({ attributes }, index) => attributes[index === 0 ? 'id' : 'ref'] ?? []);
  const pressure = (...names: string[]) =>
    toTankBar(names.map((name) => getChildNumber(tank, name)).find((value) => value !== null) ?? null);
  return {
    keys: ids.slice(0, maxTankKeys),
    volume: getChildNumber(tank, 'tankvolume'),
    startBar: dropZero(pressure('tankpressurebegin', 'pressure_start')),
    endBar: pressure('tankpressureend', 'pressure_end'),
  };
}

function createTank(
  { keys, volume, startBar, endBar }: Tank,
  { gases, elements }: References,
  warnings: ReadWarning[],
): Cylinder {
  const mix = keys.find((key) => gases.has(key));
  const equipment = keys.flatMap((key) => elements.get(key) ?? []).find(({ name }) => name === 'tank');
  return createCylinder({
    gas: mix === undefined ? null : (gases.get(mix) ?? null),
    volumeL: readVolume(volume ?? getChildNumber(equipment, 'tankvolume'), warnings),
    startBar,
    endBar,
    description: getChildText(equipment, 'name'),
  });
}

/** The standard says cubic meters; Subsurface and others write litres. No tank holds half a cubic meter. */
function readVolume(value: number | null, warnings: ReadWarning[]): number | null {
  if (value === null || value < 0.5) return scale(value, 1000);
  addWarning(warnings, 'cylinders.volume_l', 'unit-assumed', value);
  return value;
}

/** The standard says kelvin; some programs write degrees Celsius, and 0 for an unknown value. */
function toCelsius(value: number | null, field: string, warnings: ReadWarning[]): number | null {
  if (value === 0) return null;
  if (value === null || value > 150 || value < -60) return value === null ? null : value - kelvin;
  addWarning(warnings, field, 'unit-assumed', value);
  return value;
}

/** Gases that the dive switches to without a tank of their own. A single defined gas is that of the dive. */
function addMissingGases(cylinders: Cylinder[], mixes: readonly string[], { gases, onlyGas }: References): void {
  for (const mix of mixes) {
    const gas = gases.get(mix) ?? null;
    if (gas === null || findCylinder(cylinders, gas) !== null) continue;
    const unnamed = cylinders.find((cylinder) => cylinder.gas === null);
    if (unnamed === undefined) cylinders.push(createCylinder({ gas }));
    else unnamed.gas = gas;
  }
  if (onlyGas === null) return;
  if (cylinders.length === 0) cylinders.push(createCylinder({ gas: onlyGas }));
  for (const cylinder of cylinders) cylinder.gas ??= onlyGas;
}

function findCylinder(cylinders: readonly Cylinder[], gas: Gas | null): number | null {
  const index = cylinders.findIndex((cylinder) => cylinder.gas?.o2 === gas?.o2 && cylinder.gas?.he === gas?.he);
  return gas === null || index < 0 ? null : index;
}

function readSite(site: XmlElement | undefined): DiveSite | null {
  if (site === undefined) return null;
  const geography = findChild(site, 'geography');
  const gps = findChild(geography, 'gps') ?? geography;
  return {
    name: getChildText(site, 'name'),
    location: getChildText(geography, 'location'),
    country: getChildText(geography, 'address', 'country') ?? getChildText(geography, 'country'),
    position: parsePosition(getChildNumber(gps, 'latitude'), getChildNumber(gps, 'longitude')),
  };
}

interface WrittenStart {
  /** Null if the file has a date and a time of their own. */
  text: string | null;
  date?: { written: string | null; day: string | null; clock: string | null };
}

function readWrittenStart(before: XmlElement): WrittenStart {
  const date = findChild(before, 'date');
  if (date === undefined || date.children.length === 0) {
    return { text: getChildText(before, 'datetime') ?? getText(date) };
  }
  const part = (element: XmlElement | undefined, name: string) => getChildNumber(element, name) ?? Number.NaN;
  const day = formatDate({ year: part(date, 'year'), month: part(date, 'month'), day: part(date, 'day') });
  const time = findChild(before, 'time');
  const [hour, minute] = [part(time, 'hour'), part(time, 'minute')];
  const isTime = hour >= 0 && hour < 24 && minute >= 0 && minute < 60;
  const clock = [hour, minute, getChildNumber(time, 'second') ?? 0].map((value) => String(value).padStart(2, '0'));
  const written = getText(date)?.replaceAll('\n', ' ') ?? null;
  return { text: null, date: { written, day, clock: isTime ? clock.join(':') : null } };
}

function readStart(
  { text, date }: WrittenStart,
  position: DiveSite['position'],
  marksLocalAsUtc: boolean,
  warnings: ReadWarning[],
) {
  if (date !== undefined) {
    if (date.day === null) addWarning(warnings, 'datetime', 'invalid-date', date.written);
    return createStart(date.day, date.clock, warnings);
  }
  if (!marksLocalAsUtc || !text?.endsWith('Z')) return parseIsoStart(text, position, warnings);
  addWarning(warnings, 'datetime', 'local-time-assumed', text);
  return parseIsoStart(text.slice(0, -1), position, warnings);
}

/** One more than a dive may have, so that the rest is reported. The name of a person is put together once for all dives. */
function listBuddies(linked: readonly XmlElement[], { personNames }: References): string[] {
  const buddies: string[] = [];
  for (const person of linked) {
    if (person.name !== 'buddy' && person.name !== 'diver') continue;
    let name = personNames.get(person);
    if (name === undefined) personNames.set(person, (name = getPersonName(person)));
    if (name !== '') buddies.push(name);
    if (buddies.length > limits.names) break;
  }
  return buddies;
}

function getPersonName(person: XmlElement): string {
  const personal = findChild(person, 'personal');
  const names = ['firstname', 'first_name', 'middlename', 'lastname', 'family_name'];
  return names.flatMap((field) => getChildText(personal, field) ?? []).join(' ');
}

function readComputer(computer: XmlElement | undefined): Partial<Recording> {
  return {
    vendor: getChildText(computer, 'manufacturer', 'name'),
    model: getChildText(computer, 'model') ?? getChildText(computer, 'name'),
    serial: getChildText(computer, 'serialnumber'),
    firmware: parseText(getChildText(computer, 'softwareversion') ?? getChildText(computer, 'firmware')),
  };
}
