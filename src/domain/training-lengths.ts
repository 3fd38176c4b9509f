import { toMetric, type Unit, getUnitName, getUnit, type UnitSystem } from './units.ts';

/** Lengths that divers learn by heart, in metres and in feet. Neither value is calculated from the other. */
const feetByMetres = {
  5: 15,
  6: 20,
  9: 30,
  12: 40,
  18: 60,
  25: 80,
  30: 100,
  40: 130,
  50: 160,
  200: 650,
} as const;

export type TrainingMetres = keyof typeof feetByMetres;
/** A single length, or a minimum and a maximum. */
export type TrainingLength = readonly [TrainingMetres, TrainingMetres?];

export function toTrainingFeet(metres: TrainingMetres): number {
  return feetByMetres[metres];
}

/** The limit in metres for a depth measured in this unit: 60 ft counts as 18 m. */
export function getTrainingLimitM(metres: TrainingMetres, unit: Unit | null): number {
  return unit === 'ft' ? toMetric('depth', { value: feetByMetres[metres], unit }) : metres;
}

/** Formats the number without its unit, such as `18` or `6–9`. */
export function formatTrainingNumber([min, max = min]: TrainingLength, system: UnitSystem, tag: string): string {
  const [from, to] = system === 'Metric' ? [min, max] : [feetByMetres[min], feetByMetres[max]];
  const numbers = new Intl.NumberFormat(tag);
  return from === to ? numbers.format(to) : numbers.formatRange(from, to);
}

/** Formats the length with its unit, such as `18 m` or `20–30 ft`. */
export function formatTrainingLength(length: TrainingLength, system: UnitSystem, tag: string): string {
  return `${formatTrainingNumber(length, system, tag)} ${getUnitName(getUnit('distance', system), tag)}`;
}
