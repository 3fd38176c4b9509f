import {
  createDive,
  type Cylinder,
  type FileDive,
  type Gas,
  type ReadWarning,
  type Samples,
} from '#features/logbook/shared/dive-files/dive-file.ts';
import {
  fahrenheitToCelsius,
  feetPerMeter,
  parseNumber,
  parseText,
  poundsPerKilogram,
  splitNames,
} from '#features/logbook/shared/dive-files/parse-values.ts';
import { toRecording } from '#features/logbook/shared/dive-files/shearwater/read-shearwater-log.ts';
import { parseShearwaterDate } from '#features/logbook/shared/dive-files/shearwater/shearwater-date.ts';
import type { ShearwaterLog } from '#features/logbook/shared/dive-files/shearwater/shearwater-log.ts';
import { addWarning } from '#features/logbook/shared/dive-files/warnings.ts';
import { readTanks, withCylinders } from './shearwater-cylinders.ts';
import { getNumber, getText, parseGnss, parseJson, toJsonField, toObject } from './shearwater-values.ts';
import type { Row } from './untrusted-database.ts';

/** Texts of the diver that belong to the notes. */
const noteColumns = ['GasNotes', 'GearNotes', 'EnvironmentNotes', 'IssueNotes', 'Other1', 'Other2', 'Other3'];
const unusedColumns =
  'Environment Weather Conditions Platform Apparatus ThermalComfort Workload Problems Malfunctions Symptoms ExposureToAltitude'.split(
    ' ',
  );
const ownColumns =
  'DiveId DiveDate timestamp Depth SerialNumber AverageDepth MinTemp DiveLengthTime Location Site Buddy DiveNumber Visibility AirTemperature GnssEntryLocation GnssExitLocation TankProfileData Tank1PressureStart Tank1PressureEnd Tank2PressureStart Tank2PressureEnd Tank3PressureStart Tank3PressureEnd Tank4PressureStart Tank4PressureEnd TankSize Weight Dress Notes'.split(
    ' ',
  );
export const detailColumns = [...ownColumns, ...noteColumns, ...unusedColumns];

/** A dive from the computer's own log, which is null if it can't be read. */
export function createLogDive(log: ShearwaterLog | null, details: Row | undefined, data: Row | undefined): FileDive {
  const { cylinders, byTank } = readTanks(details, log?.samples, log?.gases ?? []);
  if (log === null) return createDive({ cylinders });
  // `Petrel 3[B19FDEC3]#4 2025-5-7 8-36-30.swlogzp`
  const name = /^([^[\]]{1,40})\[([\dA-F]{1,16})\]/i.exec(getText(data, 'file_name') ?? '');
  const samples = withCylinders(log.samples, byTank);
  const recording = {
    ...toRecording(log),
    model: parseText(name?.[1]) ?? log.model,
    serial: getText(details, 'serialnumber') ?? name?.[2] ?? log.serial,
    diveId: getText(data, 'log_id'),
    samples,
    events: log.events.map((event) => ({
      ...event,
      cylinder: event.gas === null ? null : findCylinder(cylinders, event.gas),
    })),
  };
  const { start, durationS, maxDepthM } = log;
  const { warnings } = log;
  return createDive({
    start,
    durationS,
    maxDepthM,
    cylinders,
    recordings: samples.count === 0 ? [] : [recording],
    warnings,
  });
}

function findCylinder(cylinders: readonly Cylinder[], { o2, he }: Gas): number | null {
  const index = cylinders.findIndex(({ gas }) => gas?.o2 === o2 && gas.he === he);
  return index < 0 ? null : index;
}

interface DetailContext {
  log: Row | undefined;
  /** Warnings of the file, for values that have no place. */
  warnings: ReadWarning[];
}

/** Adds what the diver typed in the app. */
export function withDetails(dive: FileDive, details: Row | undefined, { log, warnings }: DetailContext): FileDive {
  const text = (column: string) => getText(details, column.toLowerCase());
  for (const column of unusedColumns) {
    const value = text(column);
    if (value !== null) addWarning(warnings, column, 'column-ignored', value);
  }
  const footer = toObject(parseJson(getText(log, 'data_bytes_3')));
  const calculated = toJsonField(toObject(parseJson(getText(log, 'calculated_values_from_samples'))));
  const isImperial = footer['UnitSystem'] === 1;
  const measure = (column: string, imperialUnit: RegExp, convert: (value: number) => number | null) =>
    readMeasure(text(column), isImperial, imperialUnit, convert);
  const [recording] = dive.recordings;
  const entered = parseShearwaterDate(text('DiveDate') ?? text('timestamp'), dive.warnings);
  const position = parseGnss(text('GnssEntryLocation')) ?? recording?.entry ?? null;
  const [site, location] = [text('Site'), text('Location')];
  const average = getNumber(details, 'averagedepth') || parseNumber(String(calculated('averagedepth') ?? ''));
  const lowest = parseNumber(String(calculated('mintemp') ?? ''));
  if (recording !== undefined) {
    recording.entry ??= position;
    recording.exit ??= parseGnss(text('GnssExitLocation'));
  }
  return {
    ...dive,
    number: getNumber(details, 'divenumber') ?? dive.number ?? findNumber(log),
    start: entered === null ? dive.start : { ...entered, ...(entered.local === dive.start?.local && dive.start) },
    durationS: getNumber(details, 'divelengthtime') || dive.durationS,
    maxDepthM: getNumber(details, 'depth') || dive.maxDepthM,
    avgDepthM: chooseDepth(average, recording?.samples, isImperial) ?? dive.avgDepthM,
    waterTempC:
      recording?.samples.columns.temperatureC === undefined && lowest
        ? isImperial
          ? fahrenheitToCelsius(lowest)
          : lowest
        : dive.waterTempC,
    airTempC: measure('AirTemperature', /^°?f$/i, (value) => fahrenheitToCelsius(value)) ?? dive.airTempC,
    visibilityM: measure('Visibility', /^f(?:t|eet)$/i, (value) => value / feetPerMeter) ?? dive.visibilityM,
    weightKg: measure('Weight', /^lbs?$/i, (value) => value / poundsPerKilogram) ?? dive.weightKg,
    site:
      site === null && location === null && position === null
        ? dive.site
        : { name: site ?? location, location, country: null, position },
    buddies: dive.buddies.length > 0 ? dive.buddies : splitNames(text('Buddy')),
    suit: text('Dress') ?? dive.suit,
    notes: joinNotes(text) ?? dive.notes,
  };
}

function joinNotes(text: (column: string) => string | null): string | null {
  const others = noteColumns.flatMap((column) => {
    const note = text(column);
    return note === null ? [] : [`${column.replace(/(?<=[a-z])(?=[A-Z])/, ' ')}: ${note}`];
  });
  return parseText([text('Notes') ?? '', ...others].join('\n'));
}

function findNumber(log: Row | undefined): number | null {
  return parseNumber(/\]#(\d+)/.exec(getText(log, 'file_name') ?? '')?.[1]);
}

/** Versions differ in the unit of the average depth. The recording decides, then the diver's units. */
function chooseDepth(value: number | null, samples: Samples | undefined, isImperial: boolean): number | null {
  if (!value) return null;
  const depths = samples?.columns.depthM?.filter((depth) => !Number.isNaN(depth)) ?? new Float64Array();
  const mean = depths.reduce((sum, depth) => sum + depth, 0) / depths.length;
  const meters = value / feetPerMeter;
  const isFeet = depths.length === 0 ? isImperial : Math.abs(meters - mean) < Math.abs(value - mean);
  return isFeet ? meters : value;
}

const maxMeasureLength = 60;

/** A number with its unit, or with the diver's units. Other text, such as a range, has no value. */
function readMeasure(
  text: string | null,
  isImperial: boolean,
  imperialUnit: RegExp,
  convert: (value: number) => number | null,
): number | null {
  // Neither end has spaces, between which and those of the unit a long run could be divided.
  const trimmed = text?.trim() ?? '';
  if (trimmed.length > maxMeasureLength) return null;
  const match = /^(-?\d+(?:[.,]\d+)?)\s*(\D{0,8})$/.exec(trimmed);
  const value = parseNumber(match?.[1]);
  if (value === null) return null;
  const unit = match?.[2]?.trim() ?? '';
  return (unit === '' ? isImperial : imperialUnit.test(unit)) ? convert(value) : value;
}
