import { useIntl } from 'react-intl';
import {
  toDisplayValue,
  getUnitName,
  getUnit,
  type Measure,
  type Measurement,
  type UnitSystem,
} from '#domain/units.ts';
import { useUnits } from '#domain/web/use-units.ts';
import type { TypedMeasure } from '#features/logbook/shared/contract.ts';
import { measured, type MeasuredField } from '#features/logbook/shared/rules.ts';

/** A formatted number and its unit, which is shown smaller. */
export interface ShownMeasure {
  value: string;
  unit: string;
}

function findTyped(field: string, typed: readonly TypedMeasure[]): Measurement | undefined {
  return typed.find((measure) => measure.field === field);
}

/** The value in the reader's units: as entered if it has that unit, otherwise converted. */
export function toShownValue(
  field: MeasuredField,
  metric: number | null | undefined,
  typed: readonly TypedMeasure[],
  system: UnitSystem,
): number | null {
  if (metric === null || metric === undefined) return null;
  return toDisplayValue(measured[field].measure, system, metric, findTyped(field, typed));
}

/** Formats measures in the user's units. */
export function useMeasures() {
  const intl = useIntl();
  const system = useUnits();
  const write = (value: number) => intl.formatNumber(value, { maximumFractionDigits: 1 });
  const unit = (measure: Measure) => getUnitName(getUnit(measure, system), intl.locale);
  return {
    system,
    unit,
    show(
      field: MeasuredField,
      metric: number | null | undefined,
      typed: readonly TypedMeasure[] = [],
    ): ShownMeasure | null {
      const value = toShownValue(field, metric, typed, system);
      return value === null ? null : { value: write(value), unit: unit(measured[field].measure) };
    },
    /** `1 h 33 min` in parts; hours only if there are any. */
    minutes(total: number): { hours: number; minutes: number } {
      return { hours: Math.floor(total / 60), minutes: total % 60 };
    },
  };
}
