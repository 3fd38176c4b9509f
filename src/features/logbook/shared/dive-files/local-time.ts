import lookupTimeZone from '@photostructure/tz-lookup';
import type { DiveStart, Position, ReadWarning } from './dive-file.ts';
import { addWarning } from './warnings.ts';

const pad = (value: number, length = 2) => String(value).padStart(length, '0');

interface DateParts {
  year: number;
  month: number;
  day: number;
}

/** `2024-05-01`, or null if the calendar has no day with this date. Years before diving and far ahead are errors of a clock. */
export function formatDate({ year, month, day }: DateParts): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal && isDivingYear(year) ? `${pad(year, 4)}-${pad(month)}-${pad(day)}` : null;
}

const isDivingYear = (year: number) => year >= 1940 && year < 2100;

/** `10:05:00`, or null. Accepts `10:05`, `10.05`, `10h05`, `10:05:07.5`, `9:05 pm`. */
export function parseTimeOfDay(text: string): string | null {
  const match =
    /^\s*(\d{1,2})[:.h](\d{2})(?:[:.m](\d{2})(?:[.,]\d+)?)?s?\s*(?:([ap])\.?\s*m\.?)?\s*$/i.exec(text.slice(0, 40)) ??
    /^\s*(\d{2})(\d{2})(\d{2})?\s*$/.exec(text.slice(0, 40));
  if (match === null) return null;
  const half = match[4]?.toLowerCase();
  const [hour, minute, second] = [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)];
  const hour24 = half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0);
  if (hour24 > 23 || minute > 59 || second > 59) return null;
  return `${pad(hour24)}:${pad(minute)}:${pad(second)}`;
}

/** Combines a date and a time that may be missing. */
export function createStart(date: string | null, time: string | null, warnings: ReadWarning[]): DiveStart | null {
  if (date === null) return null;
  if (time === null) addWarning(warnings, 'datetime', 'time-missing');
  return { local: `${date}T${time ?? '00:00:00'}`, utcOffsetMin: null, isTimeKnown: time !== null };
}

const isoPattern = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})(?:(?:T|\s+)([\d:.,]+)\s*(Z|[-+]\d{1,2}(?::?\d{2})?)?)?\s*$/i;
/** `20240501T100000` */
const basicIsoPattern = /^\s*(\d{4})(\d{2})(\d{2})(?:T(\d{4}(?:\d{2})?)\s*(Z|[-+]\d{2}(?::?\d{2})?)?)?\s*$/i;

/**
 * Reads an ISO date and time. With an offset it is the time at the site; with `Z` it is placed by the position. Without
 * a position the clock stays as it is and the person has to be asked.
 */
export function parseIsoStart(
  text: string | null | undefined,
  position: Position | null,
  warnings: ReadWarning[],
): DiveStart | null {
  if (text === null || text === undefined || text.trim() === '') return null;
  const match = isoPattern.exec(text.slice(0, 60)) ?? basicIsoPattern.exec(text.slice(0, 60));
  const date =
    match === null ? null : formatDate({ year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) });
  const time = match?.[4] === undefined ? null : parseTimeOfDay(match[4]);
  if (date === null || (match?.[4] !== undefined && time === null)) {
    addWarning(warnings, 'datetime', 'invalid-date', text);
    return null;
  }
  const start = createStart(date, time, warnings);
  const zone = match?.[5]?.toUpperCase();
  if (start === null || zone === undefined) return start;
  if (zone === 'Z') return placeUtc(Date.parse(`${start.local}Z`), position, warnings);
  const utcOffsetMin = parseOffset(zone);
  if (utcOffsetMin === null) addWarning(warnings, 'utc_offset_min', 'impossible-value', zone);
  return { ...start, utcOffsetMin };
}

/** `+02:00`, `+0200` or `+02` in minutes. Others than quarters of an hour are null: Oceanic+ writes `+00:02` for `+02:00`. */
function parseOffset(text: string): number | null {
  const match = /^([-+])(\d{1,2}):?(\d{2})?$/.exec(text);
  if (match === null) return null;
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
  return minutes > 14 * 60 || minutes % 15 !== 0 || Number(match[3] ?? 0) > 59
    ? null
    : minutes * (match[1] === '-' ? -1 : 1) || 0;
}

/** The local time of a moment. Without a position the offset is unknown, and the time is that of UTC. */
export function placeUtc(utcMs: number, position: Position | null, warnings: ReadWarning[]): DiveStart | null {
  const offset = findOffset(utcMs, position);
  const start = toStart(utcMs, offset, warnings);
  if (start !== null && offset === null) addWarning(warnings, 'utc_offset_min', 'utc-only');
  return start;
}

/** Null with a warning for a moment that `formatDate` would refuse. */
export function toStart(utcMs: number, utcOffsetMin: number | null, warnings: ReadWarning[]): DiveStart | null {
  const date = new Date(utcMs + (utcOffsetMin ?? 0) * 60_000);
  if (isDivingYear(date.getUTCFullYear()))
    return { local: date.toISOString().slice(0, 19), utcOffsetMin, isTimeKnown: true };
  addWarning(warnings, 'datetime', 'invalid-date', describeMoment(date));
  return null;
}

/** FIT counts seconds since the device was switched on below this value; other computers that count seconds are younger. */
const firstClockMs = Date.UTC(1989, 11, 31) + 0x1000_0000 * 1000;

/** Whether a computer's clock can be right. A clock that was never set counts from its first second. */
export function isClockSet(utcMs: number, warnings: ReadWarning[]): boolean {
  if (utcMs >= firstClockMs) return true;
  addWarning(warnings, 'datetime', 'invalid-date', describeMoment(new Date(utcMs)));
  return false;
}

const describeMoment = (date: Date) => (Number.isNaN(date.getTime()) ? null : date.toISOString().slice(0, 19));

/** Of the time zone at a position; null if there is none. Files without a position often have 0, 0. */
export function findOffset(utcMs: number, position: Position | null): number | null {
  const { latitude, longitude } = position ?? { latitude: 0, longitude: 0 };
  if (!(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180) || (latitude === 0 && longitude === 0)) return null;
  const name = getOffsetFormat(lookupTimeZone(latitude, longitude))
    .formatToParts(utcMs)
    .find(({ type }) => type === 'timeZoneName')?.value;
  return name === 'GMT' ? 0 : parseOffset(name?.replace('GMT', '') ?? '');
}

const offsetFormats = new Map<string, Intl.DateTimeFormat>();

/** Kept by zone, because creating one takes longer than reading a dive. */
function getOffsetFormat(timeZone: string): Intl.DateTimeFormat {
  let format = offsetFormats.get(timeZone);
  if (format === undefined)
    offsetFormats.set(timeZone, (format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })));
  return format;
}
