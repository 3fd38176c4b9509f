import { parseCoordinate } from './coordinates.ts';
import { parseDateCell } from './csv/csv-values.ts';
import {
  createCylinder,
  createDive,
  createRecording,
  type Cylinder,
  type FileDive,
  type ReadWarning,
} from './dive-file.ts';
import { createStart, parseTimeOfDay } from './local-time.ts';
import { parseGas, parseNumber, parsePosition, parseText, scale, splitNames } from './parse-values.ts';
import { SampleTable, type SampleBudget } from './samples.ts';
import { addWarning } from './warnings.ts';
import { findChild, getChildNumber, getChildText, listChildren, readXml, warnUnread, type XmlElement } from './xml.ts';

/** Diving Log's XML export. Its values are metric. */
export function readDivingLog(bytes: Uint8Array, warnings: ReadWarning[], budget: SampleBudget): FileDive[] {
  const dives: FileDive[] = [];
  readXml({ bytes, warnings }, 'dive', (element) => {
    dives.push(readDive(element, budget));
    warnUnread(element, readNames, warnings);
  });
  return dives;
}

const readNames = new Set(
  'number divedate entrytime divetime depth depthavg watertemp airtemp weight place city country buddy divemaster divesuit comments computer profile profileint tanksize dbltank o2 he press prese tanktype'.split(
    ' ',
  ),
);

/** Each transmitter has its own. */
const pressureNames = Array.from({ length: 9 }, (_, index) => `press${index + 1}`);

function readDive(element: XmlElement, budget: SampleBudget): FileDive {
  const warnings: ReadWarning[] = [];
  const number = (name: string) => getChildNumber(element, name);
  const text = (name: string) => getChildText(element, name);
  // Some versions add midnight to the day or write it the German way.
  const written = text('divedate');
  const { date: day } = parseDateCell(written ?? '', 'dmy');
  if (day === null && written !== null) addWarning(warnings, 'datetime', 'invalid-date', written);
  const start = createStart(day, parseTimeOfDay(text('entrytime') ?? ''), warnings);
  const table = new SampleTable(budget);
  for (const point of listChildren(findChild(element, 'profile'), 'p'))
    table.add(
      parseNumber(point.attributes['Time'] ?? point.attributes['time']),
      {
        depthM: getChildNumber(point, 'depth'),
        temperatureC: getChildNumber(point, 'temp'),
        heartRate: getChildNumber(point, 'heartrate') || null,
      },
      pressureNames.map((name, cylinder) => [cylinder, getChildNumber(point, name) || null] as const),
    );
  const samples = table.finish();
  const pressures = Object.keys(samples.pressureBar).map(Number);
  return createDive({
    number: number('number'),
    start,
    durationS: scale(number('divetime'), 60),
    maxDepthM: number('depth'),
    avgDepthM: number('depthavg') || null,
    waterTempC: number('watertemp'),
    airTempC: number('airtemp'),
    weightKg: number('weight'),
    site: readSite(element),
    buddies: splitNames(getName(element, 'buddy', 'Names') ?? text('buddy')),
    divemaster: text('divemaster'),
    suit: text('divesuit'),
    notes: text('comments'),
    cylinders: listCylinders(element, Math.max(-1, ...pressures) + 1),
    recordings:
      samples.count === 0
        ? []
        : [
            createRecording({
              model: text('computer'),
              diveId: parseText(element.attributes['ID']),
              start,
              samples,
            }),
          ],
    warnings,
  });
}

function getName(element: XmlElement, child: string, attribute: string): string | null {
  return parseText(findChild(element, child)?.attributes[attribute]);
}

function readSite(element: XmlElement): FileDive['site'] {
  const place = findChild(element, 'place');
  const name = getName(element, 'place', 'Name');
  const [location, country] = [getName(element, 'city', 'Name'), getName(element, 'country', 'Name')];
  const position = parsePosition(
    parseCoordinate(getChildText(place, 'lat')),
    parseCoordinate(getChildText(place, 'lon')),
  );
  return name === null && location === null && country === null && position === null
    ? null
    : { name, location, country, position };
}

/** The first cylinder is described; of others, the samples have the pressure. */
function listCylinders(element: XmlElement, count: number): Cylinder[] {
  const first = readCylinder(element);
  if (count === 0 && Object.values(first).every((value) => value === null)) return [];
  return [first, ...Array.from({ length: Math.max(count - 1, 0) }, () => createCylinder({}))];
}

function readCylinder(element: XmlElement) {
  const size = getChildNumber(element, 'tanksize') || null;
  const isDouble = /^(?:true|1)$/i.test(getChildText(element, 'dbltank') ?? '');
  return createCylinder({
    gas: parseGas(getChildNumber(element, 'o2') || null, getChildNumber(element, 'he')),
    volumeL: scale(size, isDouble ? 2 : 1),
    startBar: getChildNumber(element, 'press') || null,
    endBar: getChildNumber(element, 'prese') || null,
    description: getChildText(element, 'tanktype'),
  });
}
