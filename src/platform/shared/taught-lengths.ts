import { toMetric, type Unit, unitName, unitOf, type UnitSystem } from './units.ts';

/** Lengths that people learn by heart, in metres and in feet. They are pairs: neither is worked out of the other. */
const feetOf = {
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

export type TaughtMetres = keyof typeof feetOf;
/** One, or the least and the most. */
export type TaughtLength = readonly [TaughtMetres, TaughtMetres?];

export function taughtFeet(metres: TaughtMetres): number {
  return feetOf[metres];
}

/** How far it is for somebody who measured in this unit, in metres: 60 ft are no more than 18 m. */
export function taughtLimitM(metres: TaughtMetres, unit: Unit | null): number {
  return unit === 'ft' ? toMetric('depth', { value: feetOf[metres], unit }) : metres;
}

/** `18` or `6–9`, by the tag of a language for Intl. */
export function writeTaughtNumber([least, most = least]: TaughtLength, system: UnitSystem, tag: string): string {
  const [from, to] = system === 'Metric' ? [least, most] : [feetOf[least], feetOf[most]];
  const numbers = new Intl.NumberFormat(tag);
  return from === to ? numbers.format(to) : numbers.formatRange(from, to);
}

/** `18 m`, `20–30 ft`. */
export function writeTaughtLength(length: TaughtLength, system: UnitSystem, tag: string): string {
  return `${writeTaughtNumber(length, system, tag)} ${unitName(unitOf('distance', system), tag)}`;
}
