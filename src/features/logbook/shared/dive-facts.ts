import type { MessageId } from '#platform/shared/message-id.ts';
import type { DiveLog } from './contract.ts';
import type { MeasuredField } from './rules.ts';

export type DiveFact = readonly [label: MessageId, value: string];

/** How a page or a document writes values. */
export interface FactFormat {
  message: (id: MessageId, values?: Record<string, string | number>) => string;
  measure: (field: MeasuredField, metric: number | null | undefined) => string | null;
  duration: (minutes: number) => string;
  join: (parts: readonly (string | null)[]) => string;
}

type FactLog = Pick<DiveLog, 'conditions' | 'equipment' | 'dive_type' | 'surface_interval'>;
type Values = Partial<DiveLog['conditions'][number] & DiveLog['equipment'][number]>;

/** Conditions and equipment of a dive, with only the fields that have a value. */
export function listDiveFacts(log: FactLog, format: FactFormat): { conditions: DiveFact[]; equipment: DiveFact[] } {
  const values: Values = { ...log.conditions[0], ...log.equipment[0] };
  const name = (field: string, value: string | null | undefined) =>
    value ? format.message(`logbook.${field}.${value}` as MessageId) : null;
  const measure = (field: Exclude<MeasuredField, 'max_depth'>) => format.measure(field, values[field]);
  const list = (label: MessageId, ...parts: (string | null)[]): DiveFact[] => {
    const text = format.join(parts);
    return text === '' ? [] : [[label, text]];
  };
  return {
    conditions: [
      ...list(
        'logbook.dive.surface_interval',
        log.surface_interval === null ? null : format.duration(log.surface_interval),
      ),
      ...list(
        'logbook.field.water_type',
        name('water_type', values.water_type),
        name('body_of_water', values.body_of_water),
      ),
      ...list('logbook.field.visibility', name('visibility', values.visibility), measure('visibility_distance')),
      ...list('logbook.field.weather', name('weather', values.weather), measure('air_temp')),
      ...list('logbook.dive.surface', measure('surface_water_temp')),
      ...list('logbook.dive.bottom', measure('bottom_water_temp')),
      ...list('logbook.field.wave_condition', name('wave_condition', values.wave_condition)),
      ...list('logbook.field.current', name('current', values.current)),
      ...list('logbook.field.surge', name('surge', values.surge)),
      ...list('logbook.dive.entry', name('dive_type', log.dive_type)),
    ],
    equipment: [
      ...list('logbook.field.suit_type', name('suit_type', values.suit_type)),
      ...list('logbook.dive.weighting', measure('weight'), name('weight_type', values.weight_type)),
      ...list('logbook.field.cylinder_type', name('cylinder_type', values.cylinder_type), measure('cylinder_size')),
      ...list('logbook.field.gas_mixture', formatGas(values, name('gas_mixture', values.gas_mixture), format)),
      ...list('logbook.dive.start', measure('starting_pressure')),
      ...list('logbook.dive.end', measure('ending_pressure')),
      ...list(
        'logbook.field.additional_equipment',
        ...(values.additional_equipment ?? []).map((extra) => name('extra', extra)),
      ),
    ],
  };
}

/** Names that include the percentages are shown alone. */
function formatGas({ gas_mixture: mixture, oxygen, helium }: Values, gas: string | null, format: FactFormat) {
  if (gas === null || typeof oxygen !== 'number' || !['Enriched', 'Trimix', 'Rebreather'].includes(mixture ?? ''))
    return gas;
  return helium
    ? format.message('logbook.dive.trimix', { gas, oxygen, helium })
    : format.message('logbook.dive.mixture', { gas, oxygen });
}
