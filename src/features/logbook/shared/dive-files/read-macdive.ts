import {
  createCylinder,
  createDive,
  createRecording,
  emptySettings,
  type Cylinder,
  type FileDive,
  type ReadWarning,
  type RecordingEvent,
} from './dive-file.ts';
import { parseIsoStart } from './local-time.ts';
import {
  cubicFeetToLiters,
  fahrenheitToCelsius,
  feetPerMeter,
  parseDuration,
  parseGas,
  parseNumber,
  parsePosition,
  poundsPerKilogram,
  psiPerBar,
  scale,
} from './parse-values.ts';
import { SampleTable, type SampleBudget } from './samples.ts';
import {
  findChild,
  getChildNumber,
  getChildText,
  getText,
  listChildren,
  readXml,
  warnUnread,
  type XmlElement,
} from './xml.ts';

/** Factors of the file's units, which are for all its dives. */
interface Units {
  depth: number;
  pressure: number;
  weight: number;
  isImperial: boolean;
}

/** MacDive's XML of either schema version. Its units stand before the dives. */
export function readMacDive(bytes: Uint8Array, warnings: ReadWarning[], budget: SampleBudget): FileDive[] {
  const dives: FileDive[] = [];
  readXml({ bytes, warnings }, 'dive', (element, root) => {
    const isImperial = /imperial/i.test(getChildText(root, 'units') ?? '');
    dives.push(readDive(element, isImperial ? imperial : metric, budget));
    warnUnread(element, readNames, warnings);
    warnUnread(findChild(element, 'site'), readNames, warnings);
  });
  return dives;
}

const readNames = new Set(
  'date identifier divenumber computer serial maxdepth averagedepth avgdepth duration templow temphigh tempair weight visibility site sitelat sitelon location country buddies divemaster notes tags types gases o2percent samples name lat lon sampleinterval decomodel'.split(
    ' ',
  ),
);
const metric: Units = { depth: 1, pressure: 1, weight: 1, isImperial: false };
const imperial: Units = {
  depth: 1 / feetPerMeter,
  pressure: 1 / psiPerBar,
  weight: 1 / poundsPerKilogram,
  isImperial: true,
};

const alarmKinds = new Map<string, RecordingEvent['kind']>([
  ['ascent_rate', 'ascent'],
  ['deep_stop', 'stop'],
  ['deco', 'stop'],
]);

function readDive(element: XmlElement, units: Units, budget: SampleBudget): FileDive {
  const warnings: ReadWarning[] = [];
  const number = (name: string) => getChildNumber(element, name);
  const toTemperature = (value: number | null) => (units.isImperial ? fahrenheitToCelsius(value) : value);
  const site = readSite(element);
  const table = new SampleTable(budget);
  const samples = listChildren(findChild(element, 'samples'), 'sample');
  const hasTemperature = samples.some((sample) => (getChildNumber(sample, 'temperature') ?? 0) !== 0);
  const events: RecordingEvent[] = [];
  for (const sample of samples) {
    const timeS = getChildNumber(sample, 'time');
    const alarm = getChildText(sample, 'alarm');
    if (timeS !== null && alarm !== null)
      events.push({ timeS, kind: alarmKinds.get(alarm) ?? 'alarm', name: alarm, cylinder: null, gas: null });
    table.add(
      timeS,
      {
        depthM: scale(getChildNumber(sample, 'depth'), units.depth),
        // A computer without a thermometer is written as zero.
        temperatureC: hasTemperature ? toTemperature(getChildNumber(sample, 'temperature')) : null,
        ppo2Bar: getChildNumber(sample, 'ppo2') || null,
      },
      [[0, scale(getChildNumber(sample, 'pressure') || null, units.pressure)]],
    );
  }
  const lowest = number('templow');
  const start = parseIsoStart(getChildText(element, 'date'), null, warnings);
  return createDive({
    number: number('divenumber'),
    start,
    durationS: parseDuration(getChildText(element, 'duration'), 1),
    maxDepthM: scale(number('maxdepth'), units.depth),
    avgDepthM: scale(number('averagedepth') ?? number('avgdepth'), units.depth),
    waterTempC: lowest === 0 && !hasTemperature ? null : toTemperature(lowest),
    airTempC: number('tempair') === 0 ? null : toTemperature(number('tempair')),
    weightKg: scale(number('weight'), units.weight),
    visibilityM: scale(parseNumber(getChildText(element, 'visibility')), units.depth),
    site,
    buddies: listChildren(findChild(element, 'buddies'), 'buddy').flatMap((buddy) => getText(buddy) ?? []),
    divemaster: getChildText(element, 'divemaster'),
    notes: getChildText(element, 'notes'),
    tags: [
      ...listChildren(findChild(element, 'tags'), 'tag'),
      ...listChildren(findChild(element, 'types'), 'type'),
    ].flatMap((tag) => getText(tag) ?? []),
    cylinders: readCylinders(element, units),
    recordings:
      table.count === 0
        ? []
        : [
            createRecording({
              model: getChildText(element, 'computer'),
              serial: getChildText(element, 'serial'),
              diveId: getChildText(element, 'identifier'),
              start,
              samples: table.finish(),
              events,
              settings: { ...emptySettings, algorithm: getChildText(element, 'decomodel') },
            }),
          ],
    warnings,
  });
}

function readSite(element: XmlElement): FileDive['site'] {
  const site = findChild(element, 'site');
  const isNested = site !== undefined && site.children.length > 0;
  const source = isNested ? site : element;
  const number = (name: string) => getChildNumber(source, isNested ? name : `site${name}`);
  const name = isNested ? getChildText(site, 'name') : getText(site);
  const position = parsePosition(number('lat'), number('lon'));
  const [location, country] = [getChildText(source, 'location'), getChildText(source, 'country')];
  const isEmpty = name === null && position === null && location === null && country === null;
  return isEmpty ? null : { name, location, country, position };
}

function readCylinders(element: XmlElement, units: Units): Cylinder[] {
  const gases = listChildren(findChild(element, 'gases'), 'gas');
  const oldGas = getChildNumber(element, 'o2percent');
  if (gases.length === 0) return oldGas === null ? [] : [createCylinder({ gas: parseGas(oldGas, null) })];
  return gases.slice(0, 50).map((gas) => {
    const pressure = (name: string) => scale(getChildNumber(gas, name) || null, units.pressure);
    const size = getChildNumber(gas, 'tanksize') || null;
    const workingPressureBar = pressure('workingpressure');
    const isDouble = /^(?:1|yes|true)$/i.test(getChildText(gas, 'double') ?? '');
    return createCylinder({
      gas: parseGas(getChildNumber(gas, 'oxygen'), getChildNumber(gas, 'helium')),
      startBar: pressure('pressurestart'),
      endBar: pressure('pressureend'),
      workingPressureBar,
      volumeL: scale(units.isImperial ? cubicFeetToLiters(size, workingPressureBar) : size, isDouble ? 2 : 1),
      description: getChildText(gas, 'tankname'),
    });
  });
}
