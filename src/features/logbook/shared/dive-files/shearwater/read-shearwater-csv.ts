import Papa from 'papaparse';
import { escapeStrayQuotes, findMarks } from '../csv/csv-table.ts';
import { DiveFileError, type FileDive, type ReadWarning } from '../dive-file.ts';
import { createShearwaterDive, isImperial } from './read-shearwater-xml.ts';
import type { SampleBudget } from '../samples.ts';
import { addShearwaterRecord, scaleRecords, ShearwaterSamples, type ShearwaterField } from './shearwater-profile.ts';
import { warnUnreadFields } from './shearwater-unread.ts';
import { decodeText } from '../text-encoding.ts';

const maxBytes = 8 * 1024 ** 2;
const maxColumns = 200;

/** Names of the same values in the XML. */
const names = new Map(
  Object.entries({
    'dive number': 'number',
    'gf minimum': 'gfmin',
    'gf maximum': 'gfmax',
    'imperial units': 'imperialunits',
    'start date': 'startdate',
    'end date': 'enddate',
    'max depth': 'maxdepth',
    'max time': 'maxtime',
    'computer serial number': 'computerserial',
    'computer firmware version': 'computerfirmware',
    'deco model': 'decomodel',
    'start surface pressure': 'startsurfacepressure',
    product: 'product',
    'time (sec)': 'currenttime',
    'time (ms)': 'currenttime',
    depth: 'currentdepth',
    'first stop depth': 'firststopdepth',
    'time to surface (min)': 'ttsmins',
    'average ppo2': 'averageppo2',
    'fraction o2': 'fractiono2',
    'fraction he': 'fractionhe',
    'current ndl': 'currentndl',
    'current circuit mode': 'currentcircuitsetting',
    'current circuit setting': 'currentcircuitsetting',
    'water temp': 'watertemp',
    'tank 1 pressure (psi)': 'tank0pressurepsi',
    'tank 2 pressure (psi)': 'tank1pressurepsi',
    'tank 3 pressure (psi)': 'tank2pressurepsi',
    'tank 4 pressure (psi)': 'tank3pressurepsi',
  }),
);

export function isShearwaterCsv(start: string): boolean {
  return /^"?dive number"?,"?gf minimum"?,/i.test(start);
}

/** A dive as Shearwater Cloud exports it: two lines about the dive, then its samples with a header of their own. */
export function readShearwaterCsv(bytes: Uint8Array, warnings: ReadWarning[], budget: SampleBudget): FileDive[] {
  if (bytes.length > maxBytes) throw new DiveFileError('too-large', 'the table is larger than 8 MB');
  const text = decodeText(bytes, warnings).replace(/^\uFEFF/, '');
  const samples = new ShearwaterSamples(budget);
  const columns: string[] = [];
  const unread: { header: Unread; record: Unread } = { header: [], record: [] };
  let recordColumns: Columns = new Map();
  let header: ShearwaterField | undefined;
  let isImperialDive = false;
  let isTooWide = false;
  const marks = findMarks(text, ',');
  Papa.parse<string[]>(escapeStrayQuotes(text, marks), {
    ...marks,
    skipEmptyLines: 'greedy',
    step: ({ data }, parser) => {
      if (columns.length === 0) {
        columns.push(...toNames(data));
        unread.header = listUnread(data);
      } else if (header === undefined) {
        header = toField(toColumns(columns), data);
        isImperialDive = isImperial(header);
        warnUnreadFields('header', listCells(unread.header, data), warnings);
      } else if (recordColumns.size === 0) {
        recordColumns = toColumns(toNames(data));
        unread.record = listUnread(data);
      } else {
        addShearwaterRecord(samples, toField(recordColumns, data), isImperialDive);
        warnUnreadFields('record', listCells(unread.record, data), warnings);
      }
      isTooWide = data.length > maxColumns;
      if (isTooWide) parser.abort();
    },
  });
  if (isTooWide) throw new DiveFileError('too-large', 'the table has too many columns');
  if (header === undefined) return [];
  const diveWarnings: ReadWarning[] = [];
  return [createShearwaterDive(header, scaleRecords(samples.finish(), diveWarnings), diveWarnings)];
}

const toNames = (row: readonly string[]) =>
  row.slice(0, maxColumns).map((cell) => names.get(cell.trim().toLowerCase()) ?? '');

/** Columns without a place, with the names in the file. */
type Unread = readonly (readonly [name: string, index: number])[];

const listUnread = (row: readonly string[]): Unread =>
  row
    .slice(0, maxColumns)
    .map((cell, index) => [cell.trim(), index] as const)
    .filter(([name]) => name !== '' && !names.has(name.toLowerCase()));

const listCells = (columns: Unread, row: readonly string[]) =>
  columns.map(([name, index]) => [name, row[index] ?? null] as const);

type Columns = ReadonlyMap<string, number>;

/** The first of two columns with one name is read. */
const toColumns = (columns: readonly string[]): Columns =>
  new Map(columns.map((name, index) => [name, index] as const).toReversed());

function toField(columns: Columns, row: readonly string[]): ShearwaterField {
  return (name) => row[columns.get(name) ?? -1] ?? null;
}
