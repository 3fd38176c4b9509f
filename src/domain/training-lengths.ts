import { toMetric, type Unit, getUnitName, getUnit, type UnitSystem } from './units.ts';

/** Lengths that people learn by heart, in metres and in feet. They are pairs: neither is worked out of the other. */
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
/** One, or the least and the most. */
export type TrainingLength = readonly [TrainingMetres, TrainingMetres?];

export function toTrainingFeet(metres: TrainingMetres): number {
  return feetByMetres[metres];
}

/** How far it is for somebody who measured in this unit, in metres: 60 ft are no more than 18 m. */
export function getTrainingLimitM(metres: TrainingMetres, unit: Unit | null): number {
  return unit === 'ft' ? toMetric('depth', { value: feetByMetres[metres], unit }) : metres;
}

/** `18` or `6–9`, by the tag of a language for Intl. */
export function formatTrainingNumber([least, most = least]: TrainingLength, system: UnitSystem, tag: string): string {
  const [from, to] = system === 'Metric' ? [least, most] : [feetByMetres[least], feetByMetres[most]];
  const numbers = new Intl.NumberFormat(tag);
  return from === to ? numbers.format(to) : numbers.formatRange(from, to);
}

/** `18 m`, `20–30 ft`. */
export function formatTrainingLength(length: TrainingLength, system: UnitSystem, tag: string): string {
  return `${formatTrainingNumber(length, system, tag)} ${getUnitName(getUnit('distance', system), tag)}`;
}
