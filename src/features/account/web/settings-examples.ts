import type { IntlShape } from 'react-intl';
import type { UnitSystem } from '../../../platform/shared/units.ts';

/** The same moment of a dive in both worlds. Intl has no unit of pressure, and divers everywhere write it like this. */
const examples = {
  Metric: [
    ['account.settings.units.depth', 18, 'meter'],
    ['account.settings.units.temperature', 12, 'celsius'],
    ['account.settings.units.pressure', 200, 'bar'],
  ],
  Imperial: [
    ['account.settings.units.depth', 60, 'foot'],
    ['account.settings.units.temperature', 54, 'fahrenheit'],
    ['account.settings.units.pressure', 3_000, 'psi'],
  ],
} as const;

interface Example {
  /** The message that says what it is. */
  id: string;
  value: string;
  unit: string;
}

/** Numbers as the language writes them, with its word for the unit apart. */
export function examplesIn(unit: UnitSystem, intl: IntlShape): Example[] {
  return examples[unit].map(([id, value, name]) => {
    if (name === 'bar' || name === 'psi') return { id, value: intl.formatNumber(value), unit: name };
    const parts = intl.formatNumberToParts(value, { style: 'unit', unit: name, unitDisplay: 'short' });
    const textOf = (isUnit: boolean) =>
      parts
        .filter(({ type }) => type !== 'literal' && (type === 'unit') === isUnit)
        .map((part) => part.value)
        .join('');
    return { id, value: textOf(false), unit: textOf(true) };
  });
}
