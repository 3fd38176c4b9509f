import {
  createCylinder,
  createDive,
  createRecording,
  DiveFileError,
  type FileDive,
  type Gas,
  type ReadWarning,
  type RecordingEvent,
} from './dive-file.ts';
import { limits } from './limits.ts';
import { parseIsoStart } from './local-time.ts';
import { fahrenheitToCelsius, feetPerMeter, parseNumber, parseText, psiPerBar, scale } from './parse-values.ts';
import { SampleTable, type SampleBudget } from './samples.ts';
import { decodeText } from './text-encoding.ts';
import { addWarning } from './warnings.ts';

const maxBytes = 16 * 1024 ** 2;
const maxRows = 300_000;

interface Units {
  depth: number;
  pressure: number;
  isFahrenheit: boolean;
}

interface Section {
  header: string[];
  trailer: string[];
  /** Lines, because the fields of all rows together would take ten times the size of the file. */
  rows: string[];
  hasExtra: boolean;
  /** False until the end of the profile was found. */
  isComplete: boolean;
}

/** DAN's DL7 (files called .zxu or .zxl): lines of fields between bars, in levels from the file to the sample. */
export function readDl7(bytes: Uint8Array, warnings: ReadWarning[], budget: SampleBudget): FileDive[] {
  if (bytes.length > maxBytes) throw new DiveFileError('too-large', 'the DL7 file is larger than 16 MB');
  const { record, sections } = splitSections(decodeText(bytes, warnings));
  const units: Units = {
    depth: /^F/i.test(record[4] ?? '') ? 1 / feetPerMeter : 1,
    pressure: /psi/i.test(record[7] ?? '') ? 1 / psiPerBar : 1,
    isFahrenheit: /^F/i.test(record[6] ?? ''),
  };
  return sections.map((section) => {
    warnUnreadFields(section, warnings);
    return readSection(section, record, units, budget);
  });
}

/** Fields of the format's description that a dive has no place for. */
const unreadFields = {
  header: { 7: 'tank volume', 9: 'diluent', 10: 'altitude' },
  row: { 8: 'warning number', 10: 'diluent pressure', 11: 'oxygen flow', 13: 'OTU', 14: 'ascent rate' },
  trailer: { 6: 'pressure drop' },
};

function warnUnreadFields({ header, rows, trailer }: Section, warnings: ReadWarning[]): void {
  const warn = (names: Record<number, string>, values: readonly string[]) => {
    for (const [index, name] of Object.entries(names)) {
      const value = parseText(values[Number(index)]);
      if (value !== null && !/^[0.,]+$/.test(value)) addWarning(warnings, name, 'column-ignored', value);
    }
  };
  warn(unreadFields.header, header);
  for (const line of rows) {
    const row = splitRow(line);
    warn(unreadFields.row, row);
    const gas = parseText(row[2]);
    if (gas !== null && !knownGas.test(gas)) addWarning(warnings, 'gases', 'column-ignored', gas);
  }
  warn(unreadFields.trailer, trailer);
}

function splitSections(text: string): { record: string[]; sections: Section[] } {
  const sections: Section[] = [];
  let record: string[] = [];
  let hasExtra = false;
  let rows = 0;
  let block: 'profile' | 'extra' | null = null;
  for (const line of text.split(/\r\n?|\n/)) {
    const section = sections.at(-1);
    if (block === 'profile') {
      if (/^\s*ZDP\s*\}/.test(line)) {
        block = null;
        if (section !== undefined) section.isComplete = true;
      } else if (++rows > maxRows)
        throw new DiveFileError('too-large', `the DL7 file has more than ${maxRows} samples`);
      else if (line.includes('|')) section?.rows.push(line.trim());
    } else if (block === 'extra') {
      if (/^\s*(?:ZAR\s*)?\}/.test(line)) block = null;
      else hasExtra ||= line.trim() !== '';
    } else if (line.startsWith('ZRH')) record = line.split('|', 20);
    else if (/^ZAR\s*\{/.test(line)) {
      hasExtra = !/\{\s*\}/.test(line) && line.includes('}');
      block = line.includes('}') ? null : 'extra';
    } else if (line.startsWith('ZDH')) {
      sections.push({ header: line.split('|', 20), trailer: [], rows: [], hasExtra, isComplete: true });
      if (sections.length > limits.dives) throw new DiveFileError('too-large', 'the DL7 file has too many dives');
    } else if (/^ZDP\s*\{/.test(line)) {
      block = 'profile';
      if (section !== undefined) section.isComplete = false;
    } else if (line.startsWith('ZDT') && section !== undefined) section.trailer = line.split('|', 20);
  }
  return { record, sections };
}

function readSection(
  { header, trailer, rows, hasExtra, isComplete }: Section,
  record: readonly string[],
  units: Units,
  budget: SampleBudget,
): FileDive {
  const warnings: ReadWarning[] = [];
  // Each program writes its own text there.
  if (hasExtra) addWarning(warnings, 'ZAR', 'not-decoded');
  // A file that was cut off.
  if (!isComplete) addWarning(warnings, 'ZDP', 'missing-value', 'ZDP}');
  const start = parseIsoStart(toIso(header[5]), null, warnings);
  const end = parseIsoStart(toIso(trailer[4]), null, []);
  const span =
    start === null || end === null ? null : (Date.parse(`${end.local}Z`) - Date.parse(`${start.local}Z`)) / 1000;
  const table = new SampleTable(budget);
  const gases: Gas[] = [];
  const events = fillSamples(rows, { units, span, gases, cylinder: null }, table);
  const samples = table.finish();
  return createDive({
    number: parseNumber(header[2]),
    start,
    durationS: span !== null && span > 0 ? span : null,
    maxDepthM: scale(parseNumber(trailer[3]), units.depth),
    waterTempC: toCelsius(parseNumber(trailer[5]) || null, units),
    airTempC: toCelsius(parseNumber(header[6]), units),
    cylinders:
      gases.length === 0 && samples.pressureBar[0] !== undefined
        ? [createCylinder({})]
        : gases.map((gas) => createCylinder({ gas })),
    recordings:
      samples.count === 0
        ? []
        : [createRecording({ model: parseText(record[2]), serial: parseText(record[3]), start, samples, events })],
    warnings,
  });
}

interface ProfileContext {
  units: Units;
  span: number | null;
  gases: Gas[];
  /** The one that is breathed, null before the first row that says so. */
  cylinder: number | null;
}

const splitRow = (row: string) => row.replace(/^\|/, '').split('|', 20);

function fillSamples(rows: readonly string[], context: ProfileContext, table: SampleTable): RecordingEvent[] {
  const { units } = context;
  const unitS = findTimeUnit(rows, context.span);
  const events: RecordingEvent[] = [];
  for (const line of rows) {
    const row = splitRow(line);
    const time = scale(parseNumber(row[0]), unitS);
    const temperature = parseNumber(row[7]);
    table.add(
      time,
      {
        depthM: scale(parseNumber(row[1]), units.depth),
        ppo2Bar: parseNumber(row[3]) || null,
        ceilingM: scale(parseNumber(row[6]), units.depth),
        // -17 °C is 0 °F, which computers write when they have no reading.
        temperatureC: temperature === -17 ? null : toCelsius(temperature, units),
        cnsPercent: parseNumber(row[12]),
      },
      [[0, scale(parseNumber(row[9]) || null, units.pressure)]],
    );
    if (time === null) continue;
    addSwitch(row[2], time, context, events);
    const flag = { timeS: time, cylinder: null, gas: null };
    if (row[4]?.trim() === 'T') events.push({ ...flag, kind: 'ascent', name: 'ascent violation' });
    if (row[5]?.trim() === 'T') events.push({ ...flag, kind: 'stop', name: 'deco violation' });
  }
  return events;
}

/** Decimal times are minutes. Programs that write whole numbers mean seconds, unless minutes fit the dive better. */
function findTimeUnit(rows: readonly string[], span: number | null): number {
  if (rows.some((row) => /^\|?[^|]*\./.test(row))) return 60;
  const last = parseNumber(splitRow(rows.at(-1) ?? '')[0]) ?? 0;
  return span !== null && Math.abs(last * 60 - span) < Math.abs(last - span) ? 60 : 1;
}

const knownGas = /^\s*(?:1(?:\.\d*)?|2\.(\d{2}))\s*$/;

/** `1` is air, `2.32` is EAN32. Other gases have no agreed form. */
function addSwitch(cell: string | undefined, timeS: number, context: ProfileContext, events: RecordingEvent[]): void {
  const { gases } = context;
  const match = knownGas.exec(cell ?? '');
  if (match === null) return;
  const gas = { o2: Number(match[1] ?? 0) || 21, he: 0 };
  let cylinder = gases.findIndex(({ o2 }) => o2 === gas.o2);
  if (cylinder < 0) cylinder = gases.push(gas) - 1;
  // Some programs name the gas in each row.
  if (context.cylinder === cylinder) return;
  context.cylinder = cylinder;
  events.push({ timeS, kind: 'gas-change', name: cell?.trim() ?? '', cylinder, gas });
}

function toCelsius(value: number | null, { isFahrenheit }: Units): number | null {
  return isFahrenheit ? fahrenheitToCelsius(value) : value;
}

/** `20160320114300`, with an offset in some files. */
function toIso(text: string | undefined): string | null {
  const match = /^\s*(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2})?)?(?:\.\d+)?([-+]\d{2}:?\d{2})?\s*$/.exec(
    text ?? '',
  );
  if (match === null) return parseText(text);
  const [, year, month, day, hour, minute, second = '00', zone = ''] = match;
  return `${year}-${month}-${day}${hour === undefined ? '' : `T${hour}:${minute}:${second}${zone}`}`;
}
