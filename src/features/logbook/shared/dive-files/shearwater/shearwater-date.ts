import { parseDateCell } from '../csv/csv-values.ts';
import type { DiveStart, ReadWarning } from '../dive-file.ts';
import { createStart, isClockSet, parseTimeOfDay, toStart } from '../local-time.ts';
import { parseText } from '../parse-values.ts';
import { addWarning } from '../warnings.ts';

/**
 * Shearwater's programs write dates in the form of the computer they run on, so the order of day and month can be open.
 * Seconds since 1970 are the clock of the dive computer, which has no time zone.
 */
export function parseShearwaterDate(text: string | null | undefined, warnings: ReadWarning[]): DiveStart | null {
  const value = parseText(text)?.slice(0, 60) ?? null;
  if (value === null) return null;
  if (/^\d{9,10}$/.test(value)) return readClock(Number(value) * 1000, warnings);
  // Units of 100 ns since the year 1, in which .NET stores dates.
  if (/^6\d{17}$/.test(value)) return readClock(Math.round((Number(value) - 621_355_968e9) / 1e7) * 1000, warnings);
  // `Thu Oct 18 14:02:08 CEST 2012`, as Java writes it.
  const java = /^\w{3} (\w{3} \d{1,2}) (\d{1,2}:\d{2}:\d{2}) \w+ (\d{4})$/.exec(value);
  const cell = java === null ? value : `${java[1]} ${java[3]}`;
  const isMonthFirst = findIsMonthFirst(cell, warnings);
  const { date, time } = parseDateCell(cell, isMonthFirst ? 'mdy' : 'dmy');
  if (date === null) addWarning(warnings, 'datetime', 'invalid-date', value);
  return createStart(date, java === null ? time : parseTimeOfDay(java[2] ?? ''), warnings);
}

function readClock(ms: number, warnings: ReadWarning[]): DiveStart | null {
  return isClockSet(ms, warnings) ? toStart(ms, null, warnings) : null;
}

function findIsMonthFirst(cell: string, warnings: ReadWarning[]): boolean {
  const match = /^(\d{1,2})([-/. ]+)(\d{1,2})[-/. ]+\d{4}/.exec(cell);
  if (match === null) return false;
  const [first, mark, second] = [Number(match[1]), match[2] ?? '', Number(match[3])];
  if (first > 12 || second > 12) return second > 12;
  const isMonthFirst = mark.includes('/') && /[ap]\.?m\.?\s*$/i.test(cell);
  if (first !== second && !mark.includes('.'))
    addWarning(warnings, 'datetime', 'date-order-assumed', isMonthFirst ? 'mdy' : 'dmy');
  return isMonthFirst;
}
