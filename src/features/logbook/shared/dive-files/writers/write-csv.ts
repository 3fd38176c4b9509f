import type { Cylinder } from '#features/logbook/shared/dive-files/dive-file.ts';
import { escapeCell } from '#features/logbook/shared/dive-files/csv/csv-escape.ts';
import { cleanText, formatDecimal, type DiveSummary, type DiveWriter } from './dive-writer.ts';

/** Values of the logbook that other formats have no place for. The reader ignores their columns. */
export type CsvDive = DiveSummary & { details?: Readonly<Record<string, string>> };

type Columns = readonly (readonly [header: string, getCell: (dive: DiveSummary) => string])[];

/** The reader counts cylinders with one digit. */
const maxCylinders = 9;
/** The reader takes larger sizes without a unit for cubic feet. */
const maxBareLitres = 35;

const number = (value: number | null, decimals = 3) => (value === null ? '' : formatDecimal(value, decimals));
const text = (value: string | null) => escapeCell(cleanText(value ?? '').trim());

const diveColumns: Columns = [
  ['Number', (dive) => number(dive.number)],
  ['Date', ({ start }) => start?.local.slice(0, 10) ?? ''],
  ['Time', ({ start }) => (start?.isTimeKnown ? start.local.slice(11) : '')],
  ['Duration', ({ durationS }) => (durationS === null ? '' : formatClock(durationS))],
  ['Max depth (m)', (dive) => number(dive.maxDepthM)],
  ['Average depth (m)', (dive) => number(dive.avgDepthM)],
  ['Site', ({ site }) => text(site?.name ?? null)],
  ['Location', ({ site }) => text(site?.location ?? null)],
  ['Country', ({ site }) => text(site?.country ?? null)],
  ['Latitude', (dive) => number(findPosition(dive)?.latitude ?? null, 6)],
  ['Longitude', (dive) => number(findPosition(dive)?.longitude ?? null, 6)],
  ['Water temperature (°C)', (dive) => number(dive.waterTempC)],
  ['Air temperature (°C)', (dive) => number(dive.airTempC)],
  ['Visibility (m)', (dive) => number(dive.visibilityM)],
  ['Weight (kg)', (dive) => number(dive.weightKg)],
  ['Suit', (dive) => text(dive.suit)],
  ['Buddies', (dive) => text(dive.buddies.join(', '))],
  ['Divemaster', (dive) => text(dive.divemaster)],
  ['Tags', (dive) => text(dive.tags.join(', '))],
  ['Notes', (dive) => text(dive.notes)],
];

/**
 * A table with one row for each dive, in UTF-8 with a byte order mark, as spreadsheets expect. Numbers are numbers; texts
 * that look like a formula are escaped. Samples have no place in it.
 */
export function createCsvWriter(detailNames: readonly string[] = []): DiveWriter<CsvDive> {
  let cylinders = 1;
  return {
    collect(dive) {
      cylinders = Math.max(cylinders, Math.min(dive.cylinders.length, maxCylinders));
    },

    start() {
      const headers = [...diveColumns, ...listCylinderColumns(cylinders)].map(([header]) => header);
      return `\uFEFF${writeRow([...headers, ...detailNames])}`;
    },

    write(dive) {
      const cells = [...diveColumns, ...listCylinderColumns(cylinders)].map(([, getCell]) => getCell(dive));
      return writeRow([...cells, ...detailNames.map((name) => text(dive.details?.[name] ?? null))]);
    },

    end: () => '',
  };
}

function listCylinderColumns(count: number): Columns {
  return Array.from({ length: count }, (_, index): Columns => {
    const suffix = index === 0 ? '' : ` ${index + 1}`;
    const column = (getCell: (cylinder: Cylinder) => string) => (dive: DiveSummary) => {
      const cylinder = dive.cylinders[index];
      return cylinder === undefined ? '' : getCell(cylinder);
    };
    return [
      [`Cylinder size${suffix} (l)`, column(formatSize)],
      [`Start pressure${suffix} (bar)`, column(({ startBar }) => number(startBar))],
      [`End pressure${suffix} (bar)`, column(({ endBar }) => number(endBar))],
      [`O2${suffix} (%)`, column(({ gas }) => number(gas?.o2 ?? null))],
      [`Helium${suffix} (%)`, column(({ gas }) => number(gas?.he ?? null))],
    ];
  }).flat();
}

function formatSize({ volumeL }: Cylinder): string {
  return volumeL !== null && volumeL > maxBareLitres ? `${number(volumeL)} l` : number(volumeL);
}

const findPosition = ({ site, recordings }: DiveSummary) => site?.position ?? recordings[0]?.entry ?? null;

/** Hours, minutes and seconds, which spreadsheets recognize as a duration. */
function formatClock(seconds: number): string {
  const whole = Math.round(seconds);
  const parts = [Math.floor(whole / 60) % 60, whole % 60].map((part) => String(part).padStart(2, '0'));
  return [Math.floor(whole / 3600), ...parts].join(':');
}

function writeRow(cells: readonly string[]): string {
  const quoted = cells.map((cell) => (/[",;\t\r\n|]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
  return `${quoted.join(',')}\r\n`;
}
