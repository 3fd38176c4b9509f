import {
  createCylinder,
  createDive,
  createRecording,
  type Cylinder,
  type FileDive,
  type ReadWarning,
} from './dive-file.ts';
import { createStart, formatDate, parseTimeOfDay } from './local-time.ts';
import { parseGas, parsePosition, scale, splitNames } from './parse-values.ts';
import { SampleTable, type SampleBudget } from './samples.ts';
import { addWarning } from './warnings.ts';
import {
  getChildNumber,
  getChildText,
  listChildren,
  listDescendants,
  readXml,
  warnUnread,
  type XmlElement,
} from './xml.ts';

/** A dive of divelogs.de. Its .dld files are zips with one of these for each dive. */
export function readDivelogs(bytes: Uint8Array, warnings: ReadWarning[], budget: SampleBudget): FileDive[] {
  const root = readXml({ bytes, warnings });
  const dives = root.name === 'divelogsdata' ? [root] : [...listDescendants(root, new Set(['divelogsdata']))];
  for (const dive of dives) warnUnread(dive, readNames, warnings);
  return dives.map((dive) => readDive(dive, budget));
}

const readNames = new Set(
  'divelogsdivenumber divelogsnumber date time divetimesec maxdepth meandepth watertempmaxdepth airtemp weight location site lat lng partner lognotes sampleinterval sample o2pct hepct cylindersize dbltank workingpressure cylinderstartpressure cylinderendpressure cylinderdescription'.split(
    ' ',
  ),
);

function readDive(element: XmlElement, budget: SampleBudget): FileDive {
  const warnings: ReadWarning[] = [];
  const number = (name: string) => getChildNumber(element, name);
  const text = (name: string) => getChildText(element, name);
  const interval = number('sampleinterval') ?? 0;
  const table = new SampleTable(budget);
  for (const sample of listChildren(element, 'sample'))
    // Each sample has its own element, or one element has a list of depths.
    for (const depth of listChildren(sample, 'depth'))
      table.add(table.count * interval, {
        depthM: getChildNumber({ ...sample, children: [depth] }, 'depth'),
      });
  const start = readStart(text('date'), text('time'), warnings);
  const name = text('site') ?? text('location');
  const position = parsePosition(number('lat'), number('lng'));
  return createDive({
    number: number('divelogsdivenumber') ?? number('divelogsnumber'),
    start,
    durationS: number('divetimesec'),
    maxDepthM: number('maxdepth'),
    avgDepthM: number('meandepth') || null,
    waterTempC: number('watertempmaxdepth'),
    airTempC: number('airtemp'),
    weightKg: number('weight'),
    site: name === null && position === null ? null : { name, location: text('location'), country: null, position },
    buddies: splitNames(text('partner')),
    notes: text('lognotes'),
    cylinders: readCylinders(element),
    recordings: table.count === 0 ? [] : [createRecording({ start, samples: table.finish() })],
    warnings,
  });
}

function readStart(date: string | null, time: string | null, warnings: ReadWarning[]) {
  const match = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(date ?? '') ?? /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(date ?? '');
  const parts = match?.slice(1).map(Number) ?? [];
  const [day = 0, month = 0, year = 0] = (parts[0] ?? 0) > 31 ? parts.toReversed() : parts;
  const found = match === null ? null : formatDate({ year, month, day });
  if (found === null && date !== null) addWarning(warnings, 'datetime', 'invalid-date', date);
  return createStart(found, parseTimeOfDay(time ?? ''), warnings);
}

/** The format has one cylinder. Zero stands for an unknown value. */
function readCylinders(element: XmlElement): Cylinder[] {
  const number = (name: string) => getChildNumber(element, name) || null;
  const cylinder = createCylinder({
    gas: parseGas(number('o2pct'), number('hepct')),
    volumeL: scale(number('cylindersize'), number('dbltank') === null ? 1 : 2),
    workingPressureBar: number('workingpressure'),
    startBar: number('cylinderstartpressure'),
    endBar: number('cylinderendpressure'),
    description: getChildText(element, 'cylinderdescription'),
  });
  return Object.values(cylinder).some((value) => value !== null) ? [cylinder] : [];
}
