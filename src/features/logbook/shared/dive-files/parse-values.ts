import type { Gas } from './dive-file.ts';

export const feetPerMeter = 3.280_84;
export const psiPerBar = 14.503_8;
export const poundsPerKilogram = 2.204_62;
const litersPerCubicFoot = 28.316_85;
const barPerAtmosphere = 1.013_25;

/**
 * The water volume of a cylinder whose gas volume is given. Air at these pressures takes more room than an ideal gas, by
 * about 4 % at 207 bar, the pressure of the common 77.4 ft³ cylinder with 11.1 L.
 */
export function cubicFeetToLiters(cubicFeet: number | null, workingBar: number | null): number | null {
  const bar = workingBar !== null && workingBar > 50 ? workingBar : 3000 / psiPerBar;
  const compressibility = 1 - 3.240_3e-4 * bar + 2.905_4e-6 * bar ** 2 - 1.955_8e-9 * bar ** 3;
  return scale(cubicFeet, (litersPerCubicFoot * barPerAtmosphere * compressibility) / bar);
}

export const fahrenheitToCelsius = (value: number | null): number | null =>
  value === null ? null : (value - 32) / 1.8;
export const kelvin = 273.15;

/**
 * The number at the start of a text, with a point or comma as decimal mark. A unit may follow. `NaN` and infinities are
 * returned as infinity, because a value out of range gets a warning and a missing value doesn't.
 */
export function parseNumber(text: string | null | undefined): number | null {
  if (text === null || text === undefined || text === '') return null;
  const match = numberPattern.exec(text.length > 80 ? text.slice(0, 80) : text);
  if (match === null) return /^\s*[-+]?(?:nan|inf)/i.test(text) ? Number.POSITIVE_INFINITY : null;
  return Number(match[1]?.replace(',', '.').replace('−', '-'));
}

const numberPattern = /^\s*([-+−]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[-+]?\d{1,3})?)(?!\d|[.,]\d)/i;

/** `49:50 min`, `1:02:03`, `1h05`, `46'30"`, `49 min` or `2990` with the unit of a bare number. */
export function parseDuration(text: string | null | undefined, bareUnitS: number): number | null {
  const trimmed = text?.trim().slice(0, 80) ?? '';
  if (trimmed === '') return null;
  // A negative duration is returned, because only a value that is read gets a warning.
  const sign = /^[-+−](?=[\d.,])/.exec(trimmed)?.[0] ?? '';
  const value = parseUnsignedDuration(trimmed.slice(sign.length), bareUnitS);
  return value !== null && (sign === '-' || sign === '−') ? -value || 0 : value;
}

function parseUnsignedDuration(trimmed: string, bareUnitS: number): number | null {
  const clock = /^(\d{1,6}):(\d{1,2})(?::(\d{1,2}))?(?:[.,]\d+)?(?:\s*(?:min|h|hrs?)\.?)?$/i.exec(trimmed);
  if (clock !== null) {
    const [first, second, third] = [Number(clock[1]), Number(clock[2]), clock[3]];
    return third === undefined ? first * 60 + second : first * 3600 + second * 60 + Number(third);
  }
  const bare = parseNumber(trimmed);
  if (bare !== null && /\d$/.test(trimmed) && !/[^\d.,e+−-]/i.test(trimmed)) return bare * bareUnitS;
  const inUnits = parseUnits(trimmed);
  // Several numbers with a unit that isn't known.
  if (inUnits !== null || /\d\s*(?!e[-+]?\d)\p{L}[^\d]*\d/iu.test(trimmed)) return inUnits;
  return bare === null ? null : bare * bareUnitS;
}

/** Units of time by their first letters. */
const timeUnits: readonly (readonly [RegExp, seconds: number])[] = [
  [/^(?:h|u(?:ur)?$|godz|ч|ώ|ω|時|小|시)/, 3600],
  [/^(?:m|['′’]|м|λ|分|분)/, 60],
  [/^(?:s|["″”]|с|δ|秒|초)/, 1],
];

/** `1h05`, `46'30"`, `1,5 h`: numbers of which at least the first has a unit. A bare number has the next smaller unit. */
function parseUnits(text: string): number | null {
  const tokens = [...text.replaceAll("''", '"').matchAll(/(\d+(?:[.,]\d+)?)\s*([^\d\s.,]*)[.,]?\s*/gy)];
  const length = tokens.reduce((sum, [token]) => sum + token.length, 0);
  if (tokens.length > 3 || length !== text.replaceAll("''", '"').length) return null;
  let last = Number.POSITIVE_INFINITY;
  let total = 0;
  for (const [, number = '', unit = ''] of tokens) {
    const named = timeUnits.find(([pattern]) => pattern.test(unit.toLowerCase()))?.[1];
    const seconds = named ?? (unit === '' && last > 1 && last <= 3600 ? last / 60 : null);
    if (seconds === null || seconds >= last) return null;
    total += Number(number.replace(',', '.')) * seconds;
    last = seconds;
  }
  return tokens.length === 0 ? null : total;
}

/** `UTC+02:00` */
export function formatOffset(minutes: number): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  return `UTC${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}

/** Trimmed text, or null if there is none. */
export function parseText(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}

/** Percentages from fractions (0.32) or percentages (32). */
export function parseGas(o2: number | null, he: number | null): Gas | null {
  if (o2 === null) return null;
  const isFraction = o2 <= 1 && (he ?? 0) <= 1;
  const toPercent = (value: number) => Math.round((isFraction ? value * 100 : value) * 10) / 10;
  return { o2: toPercent(o2), he: toPercent(he ?? 0) };
}

export function parsePosition(latitude: number | null, longitude: number | null) {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

export function splitNames(text: string | null | undefined): string[] {
  return (text ?? '')
    .split(/[,;\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

export const scale = (value: number | null, factor: number): number | null => (value === null ? null : value * factor);

/** Values with a unit, metric if none is given. */
export function parseDepth(text: string | null | undefined): number | null {
  return scale(parseNumber(text), /\d\s*(?:ft|feet|')/i.test(text ?? '') ? 1 / feetPerMeter : 1);
}

export function parsePressure(text: string | null | undefined): number | null {
  return scale(parseNumber(text), /psi/i.test(text ?? '') ? 1 / psiPerBar : 1);
}

export function parseWeight(text: string | null | undefined): number | null {
  return scale(parseNumber(text), /lb/i.test(text ?? '') ? 1 / poundsPerKilogram : 1);
}

export function parseTemperature(text: string | null | undefined): number | null {
  const value = parseNumber(text);
  if (/F\s*$/.test(text ?? '')) return fahrenheitToCelsius(value);
  return value !== null && /K\s*$/.test(text ?? '') ? value - kelvin : value;
}
