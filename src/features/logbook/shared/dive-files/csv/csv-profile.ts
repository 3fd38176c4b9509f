import type { CsvField, CsvMapping } from './csv-mapping.ts';
import { parseDecimal } from './csv-values.ts';
import { createCylinder, createRecording, DiveFileError, type FileDive } from '../dive-file.ts';
import { limits } from '../limits.ts';
import { fahrenheitToCelsius, feetPerMeter, parseDuration, psiPerBar, scale } from '../parse-values.ts';
import { SampleTable, type SampleBudget } from '../samples.ts';

type Rows = readonly (readonly string[])[];

/** Columns of a table with a row for each sample instead of each dive. */
interface ProfileColumns {
  time: number;
  /** The unit of a number in the column of times. */
  timeUnitS: number;
  depth: number;
  temperature: number;
  pressure: number;
  heartRate: number;
  /** Columns that are the same in all samples of a dive. */
  dive: number[];
  isFeet: boolean;
  isFahrenheit: boolean;
  isPsi: boolean;
}

const minSamples = 5;

/** Null if the table has a row for each dive. */
export function findProfileColumns(header: readonly string[], body: Rows, mapping: CsvMapping): ProfileColumns | null {
  const find = (pattern: RegExp) => header.findIndex((name) => pattern.test(name));
  const findField = (...fields: CsvField[]) =>
    mapping.columns.findIndex(({ field }) => field !== null && fields.includes(field));
  const named = find(/sample\s*time/i);
  const time = named >= 0 ? named : findField('time', 'duration');
  const depth = named >= 0 ? find(/sample\s*depth/i) : findField('maxDepth');
  if (time < 0 || depth < 0) return null;
  const temperature = named >= 0 ? find(/sample\s*temp/i) : findField('waterTemp');
  const pressure = named >= 0 ? find(/sample\s*press/i) : findField('startPressure', 'endPressure');
  const columns = {
    time,
    timeUnitS: /\bmin/i.test(header[time] ?? '') ? 60 : 1,
    depth,
    temperature,
    pressure,
    heartRate: find(/heart\s*rate|pulse|\bhr\b/i),
    dive: ['number', 'date', 'time'].map((field) => findField(field as CsvField)).filter((index) => index >= 0),
    isFeet: mapping.depthUnit === 'ft',
    isFahrenheit: mapping.temperatureUnit === 'F' || /\(f\)|°\s*f/i.test(header[temperature] ?? ''),
    isPsi: mapping.pressureUnit === 'psi' || /psi/i.test(header[pressure] ?? ''),
  };
  if (named >= 0) return columns;
  // Without dates, times that only ascend are those of samples.
  const isProfile = findField('date') < 0 && body.length >= minSamples && isAscending(body, columns);
  return isProfile ? { ...columns, dive: [] } : null;
}

function isAscending(body: Rows, { time, timeUnitS }: ProfileColumns): boolean {
  let last = Number.NEGATIVE_INFINITY;
  return body.every((row) => {
    const value = parseDuration(row[time], timeUnitS);
    const isLater = value !== null && value > last;
    last = value ?? last;
    return isLater;
  });
}

/** Fields that the samples replace. */
const replaced = new Set<CsvField | null>([
  null,
  'duration',
  'maxDepth',
  'waterTemp',
  'startPressure',
  'endPressure',
  'cylinderSize',
  'oxygen',
  'helium',
  'computer',
]);

/** Columns that neither a sample nor the dive takes a value from. */
export function listUnreadColumns(profile: ProfileColumns, { columns }: CsvMapping): number[] {
  const { time, depth, temperature, pressure, heartRate, dive } = profile;
  const read = new Set([time, depth, temperature, pressure, heartRate, ...dive]);
  // Without a column that names its dive, no row speaks for it.
  const isReplaced = ({ field }: CsvMapping['columns'][number]) => dive.length === 0 || replaced.has(field);
  return [...columns.keys()].filter(
    (index) => !read.has(index) && isReplaced(columns[index] ?? { field: null, cylinder: 0 }),
  );
}

/** Collects the rows of each dive, wherever they are. `readRow` reads what the rows of a dive have in common. */
export function readProfiles(
  body: Rows,
  columns: ProfileColumns,
  mapping: CsvMapping,
  { readRow, budget }: { readRow: (row: readonly string[]) => FileDive; budget: SampleBudget },
): FileDive[] {
  const dives = new Map<string, { row: readonly string[]; table: SampleTable }>();
  const number = (row: readonly string[], index: number) => parseDecimal(row[index] ?? '', mapping.decimal);
  for (const row of body) {
    const key = columns.dive.map((index) => row[index]).join('\n');
    let dive = dives.get(key);
    if (dive === undefined) {
      if (dives.size >= limits.dives)
        throw new DiveFileError('too-large', `the table has more than ${limits.dives} dives`);
      dives.set(key, (dive = { row, table: new SampleTable(budget) }));
    }
    const temperature = number(row, columns.temperature);
    dive.table.add(
      parseDuration(row[columns.time], columns.timeUnitS),
      {
        depthM: scale(number(row, columns.depth), columns.isFeet ? 1 / feetPerMeter : 1),
        temperatureC: columns.isFahrenheit ? fahrenheitToCelsius(temperature) : temperature,
        heartRate: number(row, columns.heartRate),
      },
      [[0, scale(number(row, columns.pressure), columns.isPsi ? 1 / psiPerBar : 1)]],
    );
  }
  return [...dives.values()].map(({ row, table }) => {
    const samples = table.finish();
    const dive = readRow(columns.dive.length === 0 ? [] : row);
    return {
      ...dive,
      durationS: null,
      maxDepthM: null,
      waterTempC: null,
      cylinders: samples.pressureBar[0] === undefined ? [] : [createCylinder({})],
      recordings: [createRecording({ start: dive.start, samples })],
    };
  });
}
