import { decodeTable } from './csv-encoding.ts';
import { parseCoordinate, parseCoordinates } from '../coordinates.ts';
import { guessColumns, normalizeWord, type CsvField, type CsvMapping } from './csv-mapping.ts';
import { unescapeCell } from './csv-escape.ts';
import { findProfileColumns, listUnreadColumns, readProfiles } from './csv-profile.ts';
import { parseTable, splitSeparator } from './csv-table.ts';
import { guessFormat } from './csv-units.ts';
import { headerWords } from './csv-words.ts';
import { parseDateCell, parseDecimal, parseGasCell, toLatinDigits } from './csv-values.ts';
import {
  createCylinder,
  createDive,
  DiveFileError,
  type Cylinder,
  type FileDive,
  type ReadWarning,
} from '../dive-file.ts';
import { limits } from '../limits.ts';
import { createStart, parseIsoStart, parseTimeOfDay } from '../local-time.ts';
import {
  cubicFeetToLiters,
  fahrenheitToCelsius,
  feetPerMeter,
  parseDuration,
  parseNumber,
  parsePosition,
  parseText,
  poundsPerKilogram,
  psiPerBar,
  scale,
  splitNames,
} from '../parse-values.ts';
import { SampleBudget } from '../samples.ts';
import { findLanguages } from './month-names.ts';
import { addWarning } from '../warnings.ts';
import { cleanText } from '../xml.ts';

type Rows = readonly (readonly string[])[];
type Cells = (field: CsvField, cylinder?: number) => string;

const maxBytes = 8 * 1024 ** 2;
const maxColumns = 300;
const maxCylinders = 10;
const maxRows = 300_000;
const maxCommasInLine = 5000;
/** What a table means shows in its first rows. */
const maxRowsExamined = 2000;

/** Reads a spreadsheet with a guessed mapping, or with one that a person has changed. */
export function readCsv(
  bytes: Uint8Array,
  warnings: ReadWarning[],
  chosen?: CsvMapping,
  budget = new SampleBudget(),
): FileDive[] {
  const rows = parseRows(bytes, warnings);
  const mapping = chosen ?? guessCsvMapping(rows, warnings);
  if (mapping === null) throw new DiveFileError('unknown-format', 'the table has no columns of a dive log');
  const header = rows[mapping.headerRow] ?? [];
  const body = rows.slice(mapping.headerRow + 1).filter((row) => row.some((cell) => cell.trim() !== ''));
  const places = findPlaces(mapping);
  const dates = body.slice(0, maxRowsExamined).map((row) => row[places.get('date')?.[0] ?? -1] ?? '');
  const context = { mapping, places, languages: findLanguages(dates) };
  const profile = findProfileColumns(header, body, mapping);
  if (profile !== null) {
    for (const index of listUnreadColumns(profile, mapping))
      if ((header[index]?.trim() ?? '') !== '')
        addWarning(warnings, `column ${index + 1}`, 'column-ignored', header[index]);
    return readProfiles(body, profile, mapping, { readRow: (row) => readRow(row, context), budget });
  }
  if (body.length > limits.dives) throw new DiveFileError('too-large', `the table has more than ${limits.dives} dives`);
  for (const [index, { field }] of mapping.columns.entries())
    // A recording names the computer, and a spreadsheet has none.
    if ((field === null || field === 'computer') && (header[index]?.trim() ?? '') !== '')
      addWarning(warnings, `column ${index + 1}`, 'column-ignored', header[index]);
  const isActivityList = header.some((name) => /^activity ?type$/i.test(name.trim()));
  return body.flatMap((row, index) => {
    const dive = readRow(row, context);
    // An unquoted decimal comma moves all cells after it.
    const extra = row.slice(header.length).find((cell) => cell.trim() !== '');
    if (extra !== undefined) addWarning(warnings, `column ${header.length + 1}`, 'column-ignored', extra);
    if (isActivityList && dive.maxDepthM === null) {
      addWarning(warnings, `row ${mapping.headerRow + index + 2}`, 'not-a-dive', row[0] ?? null);
      return [];
    }
    if (isDive(dive, row[places.get('date')?.[0] ?? -1] ?? '')) return [dive];
    addWarning(warnings, `row ${mapping.headerRow + index + 2}`, 'missing-value', row.join(' '));
    return [];
  });
}

/** Not a row without values, or one with totals. */
function isDive({ start, maxDepthM, durationS }: FileDive, date: string): boolean {
  if (start !== null || (maxDepthM !== null && durationS !== null)) return true;
  const isLabel = date.trim() !== '' && !/\p{N}/u.test(date);
  return (maxDepthM !== null || durationS !== null) && !isLabel;
}

export function parseRows(bytes: Uint8Array, warnings: ReadWarning[]): Rows {
  if (bytes.length > maxBytes) throw new DiveFileError('too-large', 'the table is larger than 8 MB');
  const text = cleanText(decodeTable(bytes, warnings), warnings);
  if (hasLongLine(text, splitSeparator(text).separator ?? ','))
    throw new DiveFileError('too-large', 'the table has too many columns');
  const data = parseTable(text, maxRows + 1);
  if (data.length > maxRows) throw new DiveFileError('too-large', `the table has more than ${maxRows} rows`);
  if (data.some((row) => row.length > maxColumns))
    throw new DiveFileError('too-large', 'the table has too many columns');
  return data;
}

/** Checked before parsing, because every cell becomes a string. */
function hasLongLine(text: string, separator: string): boolean {
  let count = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '\n' || character === '\r') count = 0;
    else if (
      character === ',' ||
      character === ';' ||
      character === '\t' ||
      character === '|' ||
      character === separator
    )
      count++;
    if (count > maxCommasInLine) return true;
  }
  return false;
}

/** Null if the table doesn't look like a logbook. */
export function guessCsvMapping(table: Rows, warnings: ReadWarning[]): CsvMapping | null {
  const rows = table.slice(0, maxRowsExamined).map((row) => row.map(toLatinDigits));
  const guess = guessColumns(rows);
  if (guess === null) return null;
  const { headerRow, columns } = guess;
  const body = rows.slice(headerRow + 1);
  const started = columns.some(({ field }) => field === 'time') ? -1 : findStartTimes(rows, headerRow, columns);
  if (started >= 0) columns[started] = { field: 'time', cylinder: 0 };
  // A column called "time" may have whole dates. Without any clock it is the duration.
  const time = columns.findIndex(({ field }) => field === 'time');
  const isAny = (parse: (cell: string) => string | null) =>
    body.slice(0, 200).some((row) => parse(row[time]?.trim() ?? '') !== null);
  const hasClock = isAny(parseTimeOfDay);
  const hasDate = columns.some(({ field }) => field === 'date');
  if (time >= 0 && !hasDate && isAny(parseWholeDate)) columns[time] = { field: 'date', cylinder: 0 };
  else if (time >= 0 && !hasClock && body.length > 0)
    columns[time] = { field: columns.some(({ field }) => field === 'duration') ? null : 'duration', cylinder: 0 };
  // Subsurface writes stars there.
  const isSubsurface = rows[headerRow]?.some((name) => /^sac \[/i.test(name.trim()));
  const visibility = columns.findIndex(({ field }) => field === 'visibility');
  if (isSubsurface && visibility >= 0) columns[visibility] = { field: null, cylinder: 0 };
  const { format, isDateOrderCertain, isDepthUnitCertain } = guessFormat(rows[headerRow] ?? [], columns, body);
  if (!isDateOrderCertain) addWarning(warnings, 'datetime', 'date-order-assumed', format.dateOrder);
  if (!isDepthUnitCertain) addWarning(warnings, 'max_depth_m', 'unit-assumed', format.depthUnit);
  // Its durations are minutes and seconds, also when all of them are short.
  return { headerRow, columns, ...format, ...(isSubsurface && { clockUnit: 'min:s' as const }) };
}

const startWords = new Set(headerWords.start.split('|'));

/** A column called only "start" or "in" has times if its cells are clocks; -1 if there is none. */
function findStartTimes(rows: Rows, headerRow: number, columns: CsvMapping['columns']): number {
  const body = rows.slice(headerRow + 1, headerRow + 200);
  return columns.findIndex(({ field }, index) => {
    const cells = body.map((row) => row[index]?.trim() ?? '').filter((cell) => cell !== '');
    const isNamed = field === null && startWords.has(normalizeWord(rows[headerRow]?.[index] ?? ''));
    return isNamed && cells.length > 0 && cells.every((cell) => cell.includes(':') && parseTimeOfDay(cell) !== null);
  });
}

/** A date with separators. A number could be one of a spreadsheet, or seconds. */
function parseWholeDate(cell: string): string | null {
  if (!/\d\D+\d+\D+\d/.test(cell)) return null;
  return parseDateCell(cell.replace(/(?:Z|[-+]\d{2}:?\d{2})$/i, ''), 'ymd').date;
}

/** Text stays as it is; digits of other scripts are converted in all other cells. */
const textFields = new Set<CsvField>(['site', 'location', 'country', 'buddy', 'divemaster', 'notes', 'suit', 'tags']);

/** Columns of each field by cylinder. */
type Places = ReadonlyMap<CsvField, readonly (number | undefined)[]>;

/** Where values are in a row. The first of two equal columns counts. */
function findPlaces({ columns }: CsvMapping): Places {
  const places = new Map<CsvField, (number | undefined)[]>();
  for (const [index, { field, cylinder }] of columns.entries()) {
    if (field === null) continue;
    const own = places.get(field) ?? [];
    own[cylinder] ??= index;
    places.set(field, own);
  }
  return places;
}

interface RowContext {
  mapping: CsvMapping;
  places: Places;
  /** In which the dates name months, because a name can be that of different months. */
  languages: ReadonlySet<string> | null;
}

function readRow(row: readonly string[], { mapping, places, languages }: RowContext): FileDive {
  const warnings: ReadWarning[] = [];
  const cells: Cells = (field, cylinder = 0) => {
    const index = places.get(field)?.[cylinder];
    const cell = index === undefined ? '' : unescapeCell(row[index]?.trim() ?? '');
    return textFields.has(field) ? cell : toLatinDigits(cell);
  };
  const number = (field: CsvField, cylinder = 0) => {
    const cell = cells(field, cylinder);
    const value = parseDecimal(cell, mapping.decimal);
    if (value === null && /\d/.test(cell)) addWarning(warnings, field, 'impossible-value', cell);
    return value;
  };
  // A cell with a unit of its own needs no mapping.
  const unitOf = (field: CsvField) => /\d\s*([^\d\s.,]+)\s*$/.exec(cells(field))?.[1]?.toLowerCase() ?? '';
  const depth = (field: CsvField, value: number | null) => {
    const unit = unitOf(field);
    const isFeet = /^(?:ft|feet|foot|')\.?$/.test(unit) || (unit !== 'm' && mapping.depthUnit === 'ft');
    return scale(value, isFeet ? 1 / feetPerMeter : 1);
  };
  const temperature = (field: CsvField) => {
    const unit = unitOf(field).replace(/^[°º]/, '');
    const isFahrenheit = unit === 'f' || (unit !== 'c' && mapping.temperatureUnit === 'F');
    return isFahrenheit ? fahrenheitToCelsius(number(field)) : number(field);
  };
  const isPounds = (unit: string) => /^lbs?\.?$/.test(unit) || (!/^kgs?\.?$/.test(unit) && mapping.weightUnit === 'lb');
  return createDive({
    number: parseNumber(cells('number')),
    start: readStart(cells, mapping, languages, warnings),
    durationS: readDuration(cells('duration'), mapping),
    maxDepthM: depth('maxDepth', number('maxDepth')),
    avgDepthM: depth('avgDepth', number('avgDepth')),
    waterTempC: temperature('waterTemp'),
    airTempC: temperature('airTemp'),
    visibilityM: depth('visibility', parseDecimal(cells('visibility'), mapping.decimal)),
    weightKg: scale(number('weight'), isPounds(unitOf('weight')) ? 1 / poundsPerKilogram : 1),
    site: readSite(cells),
    buddies: splitNames(cells('buddy')),
    divemaster: parseText(cells('divemaster')),
    suit: parseText(cells('suit')),
    notes: parseText(cells('notes')),
    tags: splitNames(cells('tags')),
    cylinders: readCylinders(cells, number, mapping, warnings),
    warnings,
  });
}

function readStart(
  cells: Cells,
  { dateOrder }: CsvMapping,
  languages: ReadonlySet<string> | null,
  warnings: ReadWarning[],
) {
  const cell = cells('date');
  if (cell === '') return null;
  if (/^\d{4}-\d{1,2}-\d{1,2}[T\s].*(?:Z|[-+]\d{2}:?\d{2})$/i.test(cell))
    return parseIsoStart(cell, readSite(cells)?.position ?? null, warnings);
  const { date, time } = parseDateCell(cell, dateOrder, languages);
  if (date === null) addWarning(warnings, 'datetime', 'invalid-date', cell);
  const own = parseTimeOfDay(cells('time').split(' ').at(-1) ?? '') ?? parseTimeOfDay(cells('time'));
  // Spreadsheets add midnight to a date; any other time belongs to the date, and the column may then be a duration.
  return createStart(date, time === null || time === '00:00:00' ? (own ?? time) : time, warnings);
}

function readDuration(cell: string, { durationUnit, clockUnit }: CsvMapping): number | null {
  const value = parseDuration(cell, durationUnit === 's' ? 1 : 60);
  return value !== null && clockUnit === 'h:min' && /^[-−]?\d{1,2}:\d{2}$/.test(cell) ? value * 60 : value;
}

function readSite(cells: Cells): FileDive['site'] {
  const position =
    parsePosition(parseCoordinate(cells('latitude')), parseCoordinate(cells('longitude'))) ??
    parseCoordinates(cells('gps'));
  const [name, location, country] = [
    parseText(cells('site')),
    parseText(cells('location')),
    parseText(cells('country')),
  ];
  const isEmpty = name === null && location === null && country === null && position === null;
  return isEmpty ? null : { name: name ?? location, location, country, position };
}

function readCylinders(
  cells: Cells,
  number: (field: CsvField, cylinder: number) => number | null,
  { columns, pressureUnit }: CsvMapping,
  warnings: ReadWarning[],
): Cylinder[] {
  const count = Math.min(columns.reduce((last, { cylinder }) => Math.max(last, cylinder), 0) + 1, maxCylinders);
  const pressure = (field: CsvField, index: number) => {
    const cell = cells(field, index);
    const isPsi = /psi/i.test(cell) || (pressureUnit === 'psi' && !/bar/i.test(cell));
    // A single digit before three others is a separator of thousands: no cylinder is measured in thousandths.
    const grouped = /^(\d)[.,](\d{3})(?!\d)/.exec(cell);
    const value = grouped === null ? number(field, index) : Number(`${grouped[1]}${grouped[2]}`);
    return scale(value, isPsi ? 1 / psiPerBar : 1);
  };
  return Array.from({ length: count }, (_, index) => {
    const size = cells('cylinderSize', index);
    const volume = number('cylinderSize', index);
    const isCubicFeet = /cu|ft/i.test(size) || (volume !== null && volume > 35 && !/\d\s*l/i.test(size));
    const gas = parseGasCell(cells('oxygen', index), cells('helium', index));
    // Such as "Nitrox", which doesn't say how much oxygen.
    if (gas === null && cells('oxygen', index) !== '')
      addWarning(warnings, 'gases', 'column-ignored', cells('oxygen', index));
    return createCylinder({
      gas,
      volumeL: isCubicFeet ? cubicFeetToLiters(volume, null) : volume,
      startBar: pressure('startPressure', index),
      endBar: pressure('endPressure', index),
      description: volume === null ? parseText(size) : null,
    });
  }).filter((cylinder) => Object.values(cylinder).some((value) => value !== null));
}
