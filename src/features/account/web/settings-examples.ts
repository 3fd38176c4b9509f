import type { IntlShape } from 'react-intl';
import { unitName, unitOf, type UnitSystem } from '../../../platform/shared/units.ts';

/** The same moment of a dive in both worlds. */
const examples = [
  { measure: 'depth', Metric: 18, Imperial: 60 },
  { measure: 'temperature', Metric: 12, Imperial: 54 },
  { measure: 'pressure', Metric: 200, Imperial: 3_000 },
] as const;

interface Example {
  /** The message that says what it is. */
  id: string;
  value: string;
  unit: string;
}

/** Numbers and units as the language writes them. */
export function examplesIn(system: UnitSystem, intl: IntlShape): Example[] {
  return examples.map(({ measure, [system]: value }) => ({
    id: `account.settings.units.${measure}`,
    value: intl.formatNumber(value),
    unit: unitName(unitOf(measure, system), intl.locale),
  }));
}
