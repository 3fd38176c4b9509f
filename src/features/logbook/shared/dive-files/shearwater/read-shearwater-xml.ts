import {
  createDive,
  createRecording,
  emptySettings,
  type FileDive,
  type ReadWarning,
  type RecordingSettings,
} from '../dive-file.ts';
import { feetPerMeter, parseText, scale } from '../parse-values.ts';
import type { SampleBudget } from '../samples.ts';
import { parseShearwaterDate } from './shearwater-date.ts';
import {
  addShearwaterRecord,
  createCylinders,
  scaleRecords,
  ShearwaterSamples,
  toNumber,
  type ShearwaterField,
  type ShearwaterProfile,
} from './shearwater-profile.ts';
import { warnUnreadFields } from './shearwater-unread.ts';
import { findChild, getText, listChildren, readXml, type XmlElement } from '../xml.ts';

/** The XML of Shearwater Desktop and Shearwater Cloud, with one dive in a file or several. */
export function readShearwaterXml(bytes: Uint8Array, warnings: ReadWarning[], budget: SampleBudget): FileDive[] {
  const dives: FileDive[] = [];
  const root = readXml({ bytes, warnings }, 'divelog', (element) => {
    dives.push(readDive(element, warnings, budget));
  });
  return root.name === 'divelog' ? [readDive(root, warnings, budget)] : dives;
}

function readDive(element: XmlElement, fileWarnings: ReadWarning[], budget: SampleBudget): FileDive {
  const warnings: ReadWarning[] = [];
  const field = toField(element);
  const samples = new ShearwaterSamples(budget);
  for (const record of listChildren(findChild(element, 'divelogrecords'), 'divelogrecord')) {
    addShearwaterRecord(samples, toField(record), isImperial(field));
    warnUnreadFields('record', listTexts(record), fileWarnings);
  }
  warnUnreadFields('header', listTexts(element), fileWarnings);
  return createShearwaterDive(field, scaleRecords(samples.finish(), warnings), warnings);
}

function toField(element: XmlElement): ShearwaterField {
  const texts = new Map(element.children.map((child) => [child.name, child]));
  return (name) => getText(texts.get(name));
}

function* listTexts(element: XmlElement): Generator<[string, string | null]> {
  for (const child of element.children) if (child.name !== 'divelogrecords') yield [child.name, getText(child)];
}

export function isImperial(field: ShearwaterField): boolean {
  return /^(?:true|1)$/i.test(String(field('imperialunits') ?? ''));
}

/** A dive of Shearwater's XML, CSV or older databases, whose headers have the same fields. */
export function createShearwaterDive(
  field: ShearwaterField,
  profile: ShearwaterProfile,
  warnings: ReadWarning[],
): FileDive {
  const number = (name: string) => toNumber(field(name));
  const start = parseShearwaterDate(toText(field('startdate')), warnings);
  const end = parseShearwaterDate(toText(field('enddate')), []);
  const spanS =
    start === null || end === null ? null : (Date.parse(`${end.local}Z`) - Date.parse(`${start.local}Z`)) / 1000;
  const durationS = findDuration(number('maxtime'), profile.samples.timeS.at(-1) ?? spanS);
  const model = toText(field('product')) ?? toText(field('computermodel'));
  return createDive({
    number: number('number'),
    start,
    durationS,
    maxDepthM: scale(number('maxdepth'), isImperial(field) ? 1 / feetPerMeter : 1),
    cylinders: createCylinders(profile),
    recordings:
      profile.samples.count === 0
        ? []
        : [
            createRecording({
              vendor: 'Shearwater',
              model: model === null || /^\d+$/.test(model) ? null : model,
              serial: toText(field('computerserial')),
              firmware: toText(field('computerfirmware')),
              start,
              durationS,
              samples: profile.samples,
              events: profile.events,
              settings: readSettings(field, profile),
            }),
          ],
    warnings,
  });
}

/** Older programs write minutes, newer ones seconds. The one that is closer to the recording is meant. */
function findDuration(value: number | null, recordedS: number | null): number | null {
  if (value === null || value <= 0) return null;
  if (recordedS === null) return value;
  return Math.abs(value * 60 - recordedS) < Math.abs(value - recordedS) ? value * 60 : value;
}

const decoModels = ['GF', 'VPM-B', 'VPM-B/GFS', 'DCIEM'];

function readSettings(field: ShearwaterField, { isClosedCircuit }: ShearwaterProfile): RecordingSettings {
  const number = (name: string) => toNumber(field(name));
  const model = toText(field('decomodel'));
  return {
    ...emptySettings,
    algorithm: decoModels[Number(model ?? Number.NaN)] ?? model,
    gfLow: number('gfmin'),
    gfHigh: number('gfmax'),
    surfacePressureBar: toBar(number('startsurfacepressure')),
    mode: isClosedCircuit ? 'CCR' : 'OC',
  };
}

const toText = (value: string | number | null) => (value === null ? null : parseText(String(value)));
/** From millibar. */
const toBar = (value: number | null) => (value === null ? null : value / 1000);
