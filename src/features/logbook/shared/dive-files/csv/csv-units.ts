import type { CsvColumn, CsvField, CsvMapping, DateOrder } from './csv-mapping.ts';
import { normalizeWord } from './csv-mapping.ts';
import { parseNumber } from '../parse-values.ts';

type Rows = readonly (readonly string[])[];

const maxRowsExamined = 2000;
/** Feet and pounds in our languages, without accents. */
const feet =
  /\bft\b|\bfeet\b|\bfoot\b|\dft|fot\b|\bfuss\b|\bpieds?\b|\bpiedi\b|\bpies\b|\bpes\b|\bvoet|\bfod\b|\bjalka|\bstop[aey]\b|\blab\b|\bayak\b|\bkaki\b|talampakan|фут|ποδι|フィート|英尺|呎|피트|ฟุต|قدم|רגל|\d'$/;
const pounds =
  /\blbs?\b|\dlb|pound|pfund|\blivres?\b|\blibbre\b|\blibras?\b|pond\b|pund\b|funt|libr[ay]\b|фунт|λιβρ|ポンド|磅|파운드|ปอนด์|رطل|ליברות|paunaa/;

interface GuessedFormat {
  format: Omit<CsvMapping, 'headerRow' | 'columns'>;
  isDateOrderCertain: boolean;
  isDepthUnitCertain: boolean;
}

/** Guesses units and number format from headers, then from values. */
export function guessFormat(header: readonly string[], columns: readonly CsvColumn[], rows: Rows): GuessedFormat {
  const examined = rows.slice(0, maxRowsExamined);
  const listColumns = (...fields: CsvField[]) =>
    columns.flatMap(({ field }, index) => (field !== null && fields.includes(field) ? [index] : []));
  const listValues = (...fields: CsvField[]) =>
    listColumns(...fields).flatMap((index) =>
      examined.map((row) => row[index]?.trim() ?? '').filter((text) => text !== ''),
    );
  const hasUnit = (pattern: RegExp, ...fields: CsvField[]) =>
    listColumns(...fields).some((index) => pattern.test(normalizeWord(header[index] ?? '').replaceAll('_', ' '))) ||
    listValues(...fields).some((text) => /\d/.test(text) && pattern.test(normalizeWord(text)));
  const decimal = guessDecimal(listValues('maxDepth', 'avgDepth', 'waterTemp', 'airTemp', 'weight', 'cylinderSize'));
  const numbers = (...fields: CsvField[]) => listValues(...fields).flatMap((text) => parseNumber(text) ?? []);
  const isPsi = hasUnit(/psi/, 'startPressure', 'endPressure') || median(numbers('startPressure')) > 450;
  const isFahrenheit =
    hasUnit(/°\s*f|\(f\)|\[f\]|fahrenheit|\df$|\bf$/, 'waterTemp', 'airTemp') ||
    (median(numbers('waterTemp')) > 42 && !hasUnit(/°\s*c|\(c\)|\[c\]|celsius|\bc$/, 'waterTemp'));
  const isFeet = hasUnit(feet, 'maxDepth', 'avgDepth');
  const isMeters = hasUnit(/\(m\)|\[m\]|\bm\b|\dm$|\bmet|метр|米|公尺/, 'maxDepth', 'avgDepth');
  const isImperial = !isFeet && !isMeters && isPsi && isFahrenheit;
  const dateOrder = guessDateOrder(listValues('date'), isFeet || isImperial);
  const clocks = listValues('duration').flatMap((text) => /^(\d{1,3}):\d{2}$/.exec(text)?.[1] ?? []);
  return {
    format: {
      dateOrder: dateOrder.order,
      decimal,
      depthUnit: isFeet || isImperial ? 'ft' : 'm',
      pressureUnit: isPsi ? 'psi' : 'bar',
      temperatureUnit: isFahrenheit ? 'F' : 'C',
      weightUnit: hasUnit(pounds, 'weight') ? 'lb' : 'kg',
      durationUnit:
        hasUnit(/\(s\)|\[s\]|sec|sek|[a-z]\s+s$/, 'duration') || median(numbers('duration')) > 400 ? 's' : 'min',
      clockUnit: clocks.every((hours) => Number(hours) <= 4) ? 'h:min' : 'min:s',
    },
    isDateOrderCertain: dateOrder.isCertain,
    isDepthUnitCertain: !isImperial,
  };
}

/** `1,060` has a separator of thousands rather than a decimal mark, unless other values decide. */
function guessDecimal(values: readonly string[]): '.' | ',' {
  const count = (pattern: RegExp) => values.filter((text) => pattern.test(text)).length;
  const [commas, points] = [count(/\d,\d/), count(/\d\.\d/)];
  const grouped = count(/^\d{1,3}(?:,\d{3})+$/);
  return commas > points && commas > grouped ? ',' : '.';
}

/** A part above 12 is a day. Without one, the order in which the rows ascend is taken, then the custom of the units. */
function guessDateOrder(values: readonly string[], isImperial: boolean): { order: DateOrder; isCertain: boolean } {
  const parts = values.flatMap((text) => {
    const match = /^(\d{1,4})[-/.\s]+(\d{1,2})[-/.\s]+(\d{1,4})/.exec(text);
    return match === null ? [] : [[match[1] ?? '', match[2] ?? '', match[3] ?? ''] as const];
  });
  if (parts.every(([first]) => first.length === 4)) return { order: 'ymd', isCertain: true };
  const firstAbove = parts.filter(([first]) => first.length < 3 && Number(first) > 12).length;
  const secondAbove = parts.filter(([, second]) => Number(second) > 12).length;
  if (firstAbove !== secondAbove) return { order: firstAbove > secondAbove ? 'dmy' : 'mdy', isCertain: true };
  if (values.some((text) => /^\d{1,2}\.\s*\d{1,2}\.\s*\d/.test(text))) return { order: 'dmy', isCertain: true };
  const countAscents = (day: 0 | 1, month: 0 | 1) => {
    const keys = parts.map((part) => Number(part[2]) * 400 + Number(part[month]) * 32 + Number(part[day]));
    return keys.filter((key, index) => index > 0 && key >= (keys[index - 1] ?? 0)).length;
  };
  const [dayFirst, monthFirst] = [countAscents(0, 1), countAscents(1, 0)];
  if (dayFirst !== monthFirst) return { order: dayFirst > monthFirst ? 'dmy' : 'mdy', isCertain: false };
  return { order: isImperial ? 'mdy' : 'dmy', isCertain: false };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
