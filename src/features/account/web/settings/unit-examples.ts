import type { IntlShape } from 'react-intl';
import { getUnitName, getUnit, type UnitSystem } from '#domain/units.ts';

/** The same moment of a dive in both worlds. */
const unitExamples = [
  { measure: 'depth', Metric: 18, Imperial: 60 },
  { measure: 'temperature', Metric: 12, Imperial: 54 },
  { measure: 'pressure', Metric: 200, Imperial: 3_000 },
] as const;

interface UnitExample {
  /** The message that says what it is. */
  id: string;
  value: string;
  unit: string;
}

/** Numbers and units as the language writes them. */
export function formatUnitExamples(system: UnitSystem, intl: IntlShape): UnitExample[] {
  return unitExamples.map(({ measure, [system]: value }) => ({
    id: `account.settings.units.${measure}`,
    value: intl.formatNumber(value),
    unit: getUnitName(getUnit(measure, system), intl.locale),
  }));
}
