import type { IntlShape } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import type { CsvField } from '#features/logbook/shared/dive-files/csv/csv-mapping.ts';
import type { ReadWarning } from '#features/logbook/shared/dive-files/dive-file.ts';
import type { ImportEntry } from '#features/logbook/shared/import-contract.ts';

export const fieldNames: Record<CsvField, MessageId> = {
  number: 'logbook.import.field.number',
  date: 'logbook.field.dive_date',
  time: 'logbook.field.time_in',
  duration: 'logbook.profile.time',
  maxDepth: 'logbook.field.max_depth',
  avgDepth: 'logbook.import.field.avg_depth',
  waterTemp: 'logbook.field.bottom_water_temp',
  airTemp: 'logbook.field.air_temp',
  startPressure: 'logbook.field.starting_pressure',
  endPressure: 'logbook.field.ending_pressure',
  cylinderSize: 'logbook.field.cylinder_size',
  oxygen: 'logbook.field.oxygen',
  helium: 'logbook.field.helium',
  site: 'logbook.import.field.site',
  location: 'logbook.field.dive_location',
  country: 'logbook.import.field.country',
  latitude: 'logbook.import.field.latitude',
  longitude: 'logbook.import.field.longitude',
  gps: 'logbook.import.field.gps',
  buddy: 'logbook.field.buddies',
  divemaster: 'logbook.import.field.divemaster',
  notes: 'logbook.field.notes',
  visibility: 'logbook.field.visibility_distance',
  weight: 'logbook.field.weight',
  suit: 'logbook.field.suit_type',
  tags: 'logbook.import.field.tags',
  computer: 'logbook.import.field.computer',
};

/** The names that readers and the loss report use. */
const reportNames: ReadonlyMap<string, MessageId> = new Map(
  Object.entries({
    ...fieldNames,
    date: fieldNames.date,
    datetime: fieldNames.date,
    dive_date: fieldNames.date,
    utc_offset_min: fieldNames.time,
    time: fieldNames.time,
    site: fieldNames.site,
    location: fieldNames.location,
    max_depth_m: fieldNames.maxDepth,
    avg_depth_m: fieldNames.avgDepth,
    duration_s: fieldNames.duration,
    water_temp_c: fieldNames.waterTemp,
    air_temp_c: fieldNames.airTemp,
    visibility_m: fieldNames.visibility,
    weight_kg: fieldNames.weight,
    suit: fieldNames.suit,
    number: fieldNames.number,
    divemaster: fieldNames.divemaster,
    tags: fieldNames.tags,
    notes: fieldNames.notes,
    buddies: fieldNames.buddy,
    cylinders: 'logbook.field.cylinder_type',
    'cylinders.volume_l': fieldNames.cylinderSize,
    'cylinders.start_bar': fieldNames.startPressure,
    'cylinders.end_bar': fieldNames.endPressure,
    gases: 'logbook.field.gas_mixture',
    'samples.depth_m': 'logbook.profile.depth',
    'samples.temperature_c': 'logbook.profile.temperature',
    'samples.pressure_bar': 'logbook.profile.pressure',
  } satisfies Record<string, MessageId>),
);

/** The name of a value in a report. A name that only the file's format knows is shown as it is. */
export function formatReportField(intl: IntlShape, field: string): string {
  const id = reportNames.get(field);
  return id === undefined ? field : intl.formatMessage({ id });
}

type Warning = Pick<ReadWarning, 'field' | 'value' | 'count'> & { code: string };

/** One sentence for a warning of a reader. */
export function formatWarning(intl: IntlShape, { field, code, value, count }: Warning): string {
  const join = (name: string, message: string) => intl.formatMessage({ id: 'logbook.form.remark' }, { name, message });
  const text = intl.formatMessage({ id: `logbook.import.warning.${code}` as MessageId });
  // After the name of an inner file follows the reader's own explanation.
  const detail = code === 'unreadable-file' ? (value?.split(': ')[0] ?? null) : value;
  const sentence = detail === null ? text : join(text, detail);
  // A column is described by its header. Other values that are left out have only the name that their format uses.
  const isNamed = reportNames.has(field) || (code === 'column-ignored' && !/^column \d+$/.test(field));
  const named = isNamed ? join(formatReportField(intl, field), sentence) : sentence;
  return count > 1 ? `${named} ×${intl.formatNumber(count)}` : named;
}

/** Units of numbers in files. Those of pressures have no format of the browser. */
const units: ReadonlyMap<string, string> = new Map(
  Object.entries({
    max_depth_m: 'meter',
    avg_depth_m: 'meter',
    visibility_m: 'meter',
    water_temp_c: 'celsius',
    air_temp_c: 'celsius',
    weight_kg: 'kilogram',
    'cylinders.volume_l': 'liter',
  }),
);

function formatValue(intl: IntlShape, field: string, value: string): string {
  const number = Number(value);
  if (value.trim() === '' || Number.isNaN(number)) return value;
  const unit = units.get(field);
  if (unit !== undefined) return intl.formatNumber(number, { style: 'unit', unit, maximumFractionDigits: 3 });
  return field.endsWith('_bar') ? `${intl.formatNumber(number)} bar` : value;
}

/** One sentence for a value that was converted or left out. */
export function formatLoss(intl: IntlShape, item: ImportEntry['entries'][number]): string {
  const { field, outcome, stored, reason } = item;
  const value = formatValue(intl, field, item.value);
  const name = formatReportField(intl, field);
  if (outcome === 'converted')
    return intl.formatMessage({ id: 'logbook.import.converted' }, { field: name, value, stored: stored ?? '' });
  const text = reason ? intl.formatMessage({ id: `logbook.import.reason.${reason}` as MessageId }) : '';
  return intl.formatMessage({ id: 'logbook.import.left_out' }, { field: name, value, reason: text });
}
