import type { IntlShape } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { getUnitName, getUnit, type UnitSystem } from '#domain/units.ts';

/** The same dive in both systems, with typical round numbers. */
const unitExamples = [
  { measure: 'depth', Metric: 18, Imperial: 60 },
  { measure: 'temperature', Metric: 12, Imperial: 54 },
  { measure: 'pressure', Metric: 200, Imperial: 3_000 },
] as const;

interface UnitExample {
  id: MessageId;
  value: string;
  unit: string;
}

/** Formats numbers and units for the language. */
export function formatUnitExamples(system: UnitSystem, intl: IntlShape): UnitExample[] {
  return unitExamples.map(({ measure, [system]: value }) => ({
    id: `account.settings.units.${measure}`,
    value: intl.formatNumber(value),
    unit: getUnitName(getUnit(measure, system), intl.locale),
  }));
}
