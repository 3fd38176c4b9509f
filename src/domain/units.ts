/** The decimals are for metric and imperial values. */
const measures = {
  depth: { metric: 'm', imperial: 'ft', factor: 3.280_84, decimals: [1, 0] },
  distance: { metric: 'm', imperial: 'ft', factor: 3.280_84, decimals: [0, 0] },
  pressure: { metric: 'bar', imperial: 'psi', factor: 14.503_8, decimals: [0, 0] },
  weight: { metric: 'kg', imperial: 'lb', factor: 2.204_62, decimals: [1, 0] },
  temperature: { metric: '°C', imperial: '°F', factor: 9 / 5, decimals: [0, 0] },
  // Metric sizes are water volume and imperial sizes gas volume at working pressure; the factor is that of the common
  // 11.1 L (77.4 ft³) cylinder.
  cylinder: { metric: 'L', imperial: 'ft³', factor: 77.4 / 11.1, decimals: [1, 1] },
} as const;

export type Measure = keyof typeof measures;
export const unitSystems = ['Metric', 'Imperial'] as const;
export type UnitSystem = (typeof unitSystems)[number];
export type Unit = (typeof measures)[Measure]['metric' | 'imperial'];
export const units = [...new Set(Object.values(measures).flatMap(({ metric, imperial }) => [metric, imperial]))];

/** A value as the person typed it. */
export interface Measurement {
  value: number;
  unit: Unit;
}

export function getUnit(measure: Measure, system: UnitSystem): Unit {
  return system === 'Metric' ? measures[measure].metric : measures[measure].imperial;
}

/** Unit names of languages without the international symbols. Intl has no pressure, and its feet vary by browser. */
const localizedUnitNames: Record<string, Partial<Record<Unit, string>>> = {
  ar: { m: 'م', ft: 'قدم', kg: 'كغم', lb: 'رطل', L: 'لتر', 'ft³': 'قدم³', '°C': '°م', '°F': '°ف', bar: 'بار' },
  he: { m: 'מ׳', ft: 'רגל', kg: 'ק״ג', lb: 'ליברות', L: 'ל׳', 'ft³': 'רגל³', bar: 'בר' },
  ru: { m: 'м', ft: 'фт', kg: 'кг', lb: 'фнт', L: 'л', 'ft³': 'фт³', bar: 'бар' },
  th: { m: 'ม.', ft: 'ฟุต', kg: 'กก.', lb: 'ปอนด์', L: 'ล.', 'ft³': 'ฟุต³', bar: 'บาร์' },
};

/** The abbreviation of a unit in the language of a BCP 47 tag. */
export function getUnitName(unit: Unit, tag: string): string {
  return localizedUnitNames[tag.split('-')[0] ?? '']?.[unit] ?? unit;
}

export function isUnitOf(measure: Measure, unit: string): unit is Unit {
  return unit === measures[measure].metric || unit === measures[measure].imperial;
}

/** The imperial value of metric zero. */
const getOffset = (measure: Measure) => (measure === 'temperature' ? 32 : 0);

export function toMetric(measure: Measure, { value, unit }: Measurement): number {
  if (unit === measures[measure].metric) return value;
  return (value - getOffset(measure)) / measures[measure].factor;
}

/** Converts a metric value and rounds it to the displayed decimals. */
export function fromMetric(measure: Measure, metric: number, system: UnitSystem): number {
  const { factor, decimals } = measures[measure];
  const value = system === 'Metric' ? metric : metric * factor + getOffset(measure);
  return round(value, decimals[system === 'Metric' ? 0 : 1]);
}

/** The typed value if its unit is the reader's, else the metric value converted to the reader's unit. */
export function toDisplayValue(
  measure: Measure,
  system: UnitSystem,
  metric: number,
  typed: Measurement | undefined,
): number {
  return typed?.unit === getUnit(measure, system) ? typed.value : fromMetric(measure, metric, system);
}

function round(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  // `|| 0` turns a negative zero into zero.
  return Math.round((value + Number.EPSILON) * scale) / scale || 0;
}
