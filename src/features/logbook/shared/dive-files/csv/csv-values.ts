import type { DateOrder } from './csv-mapping.ts';
import { normalizeWord } from './csv-mapping.ts';
import type { Gas } from '../dive-file.ts';
import { formatDate, parseTimeOfDay } from '../local-time.ts';
import { findMonth } from './month-names.ts';
import { parseGas, parseNumber } from '../parse-values.ts';

/** Digits of other scripts, Arabic marks of decimals and thousands, and full-width forms. */
export function toLatinDigits(text: string): string {
  // oxlint-disable-next-line no-control-regex
  if (!/[^\u0000-\u007F]/.test(text)) return text;
  return text
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replaceAll(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replaceAll('\u066B', '.')
    .replaceAll('\u066C', ',')
    .replaceAll(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50))
    .replaceAll(/[０-９]/g, (digit) => String(digit.charCodeAt(0) - 0xff10))
    .replaceAll(/[\u200E\u200F\u202A-\u202E]/g, '');
}

/** Splits a cell into date and time; each is null if it can't be read. `languages` are those of the column's months. */
export function parseDateCell(
  cell: string,
  order: DateOrder,
  languages: ReadonlySet<string> | null = null,
): { date: string | null; time: string | null } {
  const text = cell.slice(0, 60).trim();
  const serial = /^\d{5}(?:[.,]\d+)?$/.test(text) ? parseNumber(text) : null;
  if (serial !== null) return parseSerial(serial);
  // `20240501`, `20240501T100000`
  const compact = /^(\d{4})(\d{2})(\d{2})(?:[\sT]+(.*))?$/i.exec(text);
  const asian = /^(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일]?(.*)$/.exec(text);
  const numeric = /^(\d{1,4})\s*[-/.]\s*(\d{1,2})\s*[-/.]\s*(\d{1,4})\.?(?:[\sT,]+(.*))?$/.exec(text);
  const parts = compact ?? asian ?? numeric;
  if (parts === null) return parseNamedDate(text, languages);
  const [first, second, third] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const isYearFirst = (parts[1]?.length ?? 0) > 2 || asian !== null || order === 'ymd';
  const year = expandYear(isYearFirst ? first : third);
  const [day, month] = isYearFirst ? [third, second] : order === 'mdy' ? [second, first] : [first, second];
  return { date: formatDate({ year, month, day }), time: parseTimeOfDay((parts[4] ?? '').replace(/\s*Z$/, '')) };
}

/** `1 May 2024`, `May 1, 2024`, `1. mai 2024 10:30`. */
function parseNamedDate(
  text: string,
  languages: ReadonlySet<string> | null,
): { date: string | null; time: string | null } {
  const time = /\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]\.?m\.?)?\s*$/i.exec(text)?.[0] ?? '';
  const named = text.slice(0, text.length - time.length);
  const tokens = normalizeWord(named).split(/[\s,./-]+/);
  const month = findMonth(named, languages);
  const numbers = tokens.flatMap((token) => /^(\d{1,4})(?:st|nd|rd|th|er|º|ª)?$/.exec(token)?.[1] ?? []);
  if (month === null || numbers.length < 2) return { date: null, time: null };
  const [first = '', second = ''] = numbers;
  const [day, year] = first.length > 2 ? [second, first] : [first, second];
  return { date: formatDate({ year: expandYear(Number(year)), month, day: Number(day) }), time: parseTimeOfDay(time) };
}

/** Days since 1900 of a spreadsheet whose cells were exported as numbers. */
function parseSerial(serial: number): { date: string | null; time: string | null } {
  const iso = new Date(Math.round((serial - 25_569) * 86_400) * 1000).toISOString();
  const [year = 0, month = 0, day = 0] = iso.slice(0, 10).split('-').map(Number);
  return { date: formatDate({ year, month, day }), time: serial % 1 === 0 ? null : iso.slice(11, 19) };
}

function expandYear(year: number): number {
  if (year >= 100) return year;
  return year < 70 ? 2000 + year : 1900 + year;
}

/** A number whose thousands may be separated by spaces, apostrophes, or the mark that isn't the decimal one. */
export function parseDecimal(cell: string, decimal: '.' | ','): number | null {
  const compact = cell.replaceAll(/(?<=\d)[\s\u00A0\u202F'’](?=\d{3})/g, '');
  const grouped = decimal === ',' ? /^\D*\d{1,3}(?:\.\d{3})+(?!\d)/ : /^\D*\d{1,3}(?:,\d{3})+(?!\d)/;
  return parseNumber(grouped.test(compact) ? compact.replaceAll(decimal === ',' ? '.' : ',', '') : compact);
}

/** `32`, `32%`, `EAN32`, `18/45`, `Air`; null if the text names no gas. */
export function parseGasCell(oxygen: string, helium: string): Gas | null {
  const text = normalizeWord(oxygen).replaceAll(/\bo2\b/g, 'oxygen');
  const trimix = /(\d{1,3})\s*\/\s*(\d{1,2})/.exec(text);
  if (trimix !== null) return { o2: Number(trimix[1]), he: Number(trimix[2]) };
  const value = parseNumber(/-?\d.*/.exec(text)?.[0]);
  if (value !== null) return parseGas(value, parseNumber(helium));
  if (
    /^(?:pure )?(?:oxygen|oxygene|sauerstoff|ossigeno|oxigeno|oxigenio|zuurstof|syre|happi|tlen|kyslik|kisik|кислород|酸素|氧气|氧氣|산소)$/.test(
      text,
    )
  )
    return { o2: 100, he: 0 };
  return /^(?:air|luft|aria|aire|ar|lucht|ilma|powietrze|vzduch|zrak|levego|hava|udara|воздух|αερας|空気|空气|空氣|공기|อากาศ|هواء|אוויר)$/.test(
    text,
  )
    ? { o2: 21, he: 0 }
    : null;
}
