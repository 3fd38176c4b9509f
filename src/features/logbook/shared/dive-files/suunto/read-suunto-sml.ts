import {
  createCylinder,
  createDive,
  createRecording,
  emptySettings,
  type Cylinder,
  type FileDive,
  type ReadWarning,
  type RecordingEvent,
} from '../dive-file.ts';
import { parseIsoStart } from '../local-time.ts';
import { kelvin, parseGas, parseNumber, scale } from '../parse-values.ts';
import { SampleTable, type SampleBudget } from '../samples.ts';
import { getSuuntoEventKind } from './suunto-events.ts';
import { suuntoNames } from './suunto-unread.ts';
import {
  findChild,
  getChildNumber,
  getChildText,
  listChildren,
  listDescendants,
  readXml,
  warnUnread,
  type XmlElement,
} from '../xml.ts';

/** Suunto's SML, from Movescount and DM5. Values are SI; pressures of old files are in bar. */
export function readSuuntoSml(bytes: Uint8Array, warnings: ReadWarning[], budget: SampleBudget): FileDive[] {
  const dives: FileDive[] = [];
  readXml({ bytes, warnings }, 'devicelog', (element) => {
    dives.push(readDive(element, budget));
    warnUnreadParts(element, warnings);
  });
  return dives;
}

/** Positions are read from the JSON only. */
const sampleNames = new Set(
  [...suuntoNames.sample].filter((name) => !/^(?:latitude|longitude|diverouteorigin)$/.test(name)),
);

function warnUnreadParts(element: XmlElement, warnings: ReadWarning[]): void {
  const header = findChild(element, 'header');
  const diving = findChild(header, 'diving');
  warnUnread(element, suuntoNames.log, warnings);
  warnUnread(header, suuntoNames.header, warnings);
  warnUnread(diving, suuntoNames.diving, warnings);
  for (const gas of listChildren(findChild(diving, 'gases'), 'gas')) warnUnread(gas, suuntoNames.gas, warnings);
  for (const sample of listChildren(findChild(element, 'samples'), 'sample')) {
    warnUnread(sample, sampleNames, warnings);
    for (const cylinder of listChildren(findChild(sample, 'cylinders'), 'cylinder'))
      warnUnread(cylinder, suuntoNames.cylinder, warnings);
  }
}

function readDive(element: XmlElement, budget: SampleBudget): FileDive {
  const warnings: ReadWarning[] = [];
  const header = findChild(element, 'header');
  const device = findChild(element, 'device');
  const diving = findChild(header, 'diving');
  const start = parseIsoStart(getChildText(header, 'datetime'), null, warnings);
  const cylinders = listChildren(findChild(diving, 'gases'), 'gas').slice(0, 50).map(readGas);
  const table = new SampleTable(budget);
  const events: RecordingEvent[] = [];
  const samples = listChildren(findChild(element, 'samples'), 'sample');
  const firstGas = findFirstGas(samples);
  for (const sample of samples) readSample(sample, { cylinders, firstGas }, table, events);
  const coldest = getChildNumber(header, 'temperature', 'min');
  return createDive({
    start,
    durationS: getChildNumber(header, 'divetime') ?? getChildNumber(header, 'duration'),
    maxDepthM: getChildNumber(header, 'depth', 'max'),
    avgDepthM: getChildNumber(header, 'depth', 'avg') ?? getChildNumber(header, 'depthaverage'),
    waterTempC: coldest === null ? null : coldest - kelvin,
    notes: getChildText(header, 'notes'),
    cylinders,
    recordings:
      table.count === 0
        ? []
        : [
            createRecording({
              vendor: 'suunto',
              model: getChildText(device, 'name'),
              serial: getChildText(device, 'serialnumber'),
              firmware: getChildText(device, 'info', 'sw'),
              start,
              samples: table.finish(),
              events,
              settings: {
                ...emptySettings,
                algorithm: getChildText(diving, 'algorithm'),
                mode: getChildText(diving, 'divemode'),
                surfacePressureBar: toBar(getChildNumber(diving, 'surfacepressure')),
              },
            }),
          ],
    warnings,
  });
}

function readGas(gas: XmlElement): Cylinder {
  const size = getChildNumber(gas, 'tanksize') || null;
  return createCylinder({
    gas: parseGas(getChildNumber(gas, 'oxygen'), getChildNumber(gas, 'helium')),
    volumeL: size !== null && size < 0.5 ? size * 1000 : size,
    startBar: toBar(getChildNumber(gas, 'startpressure') || null),
    endBar: toBar(getChildNumber(gas, 'endpressure') || null),
    workingPressureBar: toBar(getChildNumber(gas, 'tankfillpressure') || null),
  });
}

/** EON computers count gases from one, others from zero. */
function findFirstGas(samples: readonly XmlElement[]): number {
  let first = Number.POSITIVE_INFINITY;
  for (const sample of samples)
    for (const { text } of listDescendants(sample, new Set(['gasnumber'])))
      first = Math.min(first, parseNumber(text) ?? first);
  return first === 1 ? 1 : 0;
}

/** Some samples have only events, and several can have the same time. */
function readSample(
  sample: XmlElement,
  { cylinders, firstGas }: { cylinders: readonly Cylinder[]; firstGas: number },
  table: SampleTable,
  events: RecordingEvent[],
): void {
  const time = getChildNumber(sample, 'time');
  const depthM = getChildNumber(sample, 'depth');
  const temperature = getChildNumber(sample, 'temperature');
  const pressures = listChildren(findChild(sample, 'cylinders'), 'cylinder')
    .slice(0, 32)
    .flatMap((cylinder, position) => {
      const named = getChildNumber(cylinder, 'gasnumber');
      const number = named === null ? position : named - firstGas;
      const pressure = toBar(getChildNumber(cylinder, 'pressure') || null);
      return number >= 0 && number < 32 && Number.isInteger(number) ? [[number, pressure] as const] : [];
    });
  const noDecoTime = getChildNumber(sample, 'nodectime');
  if (depthM !== null || pressures.length > 0)
    table.add(
      time,
      {
        depthM,
        temperatureC: temperature === null ? null : temperature - kelvin,
        ndlS: noDecoTime === -1 ? null : noDecoTime,
        ttsS: getChildNumber(sample, 'timetosurface'),
        ceilingM: getChildNumber(sample, 'ceiling'),
        heartRate: scale(getChildNumber(sample, 'hr'), 60),
      },
      pressures,
    );
  for (const event of findChild(sample, 'events')?.children ?? []) {
    const name = getChildText(event, 'type') ?? event.name;
    if (time === null || event.name === 'state' || getChildText(event, 'active') === 'false') continue;
    const kind = getSuuntoEventKind(event.name, name);
    const number = kind === 'gas-change' ? getChildNumber(event, 'gasnumber') : null;
    const cylinder = number === null ? null : number - firstGas;
    events.push({
      timeS: time,
      kind,
      name,
      cylinder,
      gas: cylinder === null ? null : (cylinders[cylinder]?.gas ?? null),
    });
  }
}

const toBar = (value: number | null) => (value === null || value < 1000 ? value : value / 1e5);
