import { ChevronsUpDown } from '#ui/icons/icons.ts';
import { useId, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { FieldFrame } from '#ui/fields/field.tsx';
import { csvFields, type CsvField, type CsvMapping } from '#features/logbook/shared/dive-files/csv/csv-mapping.ts';
import { fieldNames } from './import-text.ts';
import type { TableSample } from './read-messages.ts';

interface CsvMappingFormProps {
  table: TableSample;
  mapping: CsvMapping;
  onChange: (mapping: CsvMapping) => void;
}

const perCylinder = new Set<CsvField>(['startPressure', 'endPressure', 'cylinderSize', 'oxygen', 'helium']);

/** What each column means, and how dates and numbers are written. Samples of the first rows are beside the columns. */
export function CsvMappingForm({ table, mapping, onChange }: CsvMappingFormProps) {
  const setField = (column: number, field: CsvField | null) =>
    onChange({ ...mapping, columns: assign(mapping.columns, column, field) });
  return (
    <div className="grid grid-cols-1 gap-6">
      <p className="text-sm text-ink-2">
        <FormattedMessage id="logbook.import.columns_text" />
      </p>
      <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {listColumns(table).map(({ column, name, samples }) => (
          <li key={column}>
            <ColumnField
              name={name}
              samples={samples}
              value={mapping.columns[column]?.field ?? null}
              onChange={(field) => setField(column, field)}
            />
          </li>
        ))}
      </ul>
      <FormatFields mapping={mapping} onChange={onChange} />
    </div>
  );
}

/** Columns have no identity but their place. */
const listColumns = ({ header, rows }: TableSample) =>
  header.map((name, column) => ({ column, name, samples: rows.map((row) => row[column] ?? '') }));

/** Two columns never have the same field, apart from those of several cylinders. */
function assign(columns: CsvMapping['columns'], column: number, field: CsvField | null): CsvMapping['columns'] {
  const next = columns.map((other, index) =>
    index !== column && other.field === field && field !== null && !perCylinder.has(field)
      ? { field: null, cylinder: 0 }
      : other,
  );
  const taken = next.filter((other, index) => index !== column && other.field === field).length;
  next[column] = { field, cylinder: field !== null && perCylinder.has(field) ? Math.min(taken, 9) : 0 };
  return next;
}

interface ColumnFieldProps {
  name: string;
  samples: readonly string[];
  value: CsvField | null;
  onChange: (field: CsvField | null) => void;
}

function ColumnField({ name, samples, value, onChange }: ColumnFieldProps) {
  const intl = useIntl();
  const shown = samples.filter((text) => text.trim() !== '').join(' · ');
  return (
    <NativeSelect
      label={<bdi>{name.trim() || '–'}</bdi>}
      hint={<bdi className="line-clamp-2 wrap-anywhere">{shown}</bdi>}
      value={value ?? ''}
      onChange={(next) => onChange(next === '' ? null : (next as CsvField))}
      options={[
        ['', intl.formatMessage({ id: 'logbook.import.ignore' })],
        ...csvFields.map((field): [string, string] => [field, intl.formatMessage({ id: fieldNames[field] })]),
      ]}
    />
  );
}

/** Dates and numbers as they look, so they need no translation. */
const dateSamples = [
  ['dmy', '31.12.2026'],
  ['mdy', '12/31/2026'],
  ['ymd', '2026-12-31'],
] as const;
const decimals = [
  ['.', '12.5'],
  [',', '12,5'],
] as const;

function FormatFields({ mapping, onChange }: Omit<CsvMappingFormProps, 'table'>) {
  const set = (part: Partial<CsvMapping>) => onChange({ ...mapping, ...part });
  const units = (values: readonly string[]) => values.map((unit) => [unit, unit] as const);
  return (
    <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      <NativeSelect
        label={<FormattedMessage id="logbook.field.dive_date" />}
        value={mapping.dateOrder}
        options={dateSamples}
        onChange={(dateOrder) => set({ dateOrder: dateOrder as CsvMapping['dateOrder'] })}
      />
      <NativeSelect
        label={<FormattedMessage id="logbook.import.decimal" />}
        value={mapping.decimal}
        options={decimals}
        onChange={(decimal) => set({ decimal: decimal as CsvMapping['decimal'] })}
      />
      <NativeSelect
        label={<FormattedMessage id="logbook.profile.depth" />}
        value={mapping.depthUnit}
        options={units(['m', 'ft'])}
        onChange={(depthUnit) => set({ depthUnit: depthUnit as CsvMapping['depthUnit'] })}
      />
      <NativeSelect
        label={<FormattedMessage id="logbook.profile.time" />}
        value={mapping.durationUnit === 's' ? 's' : mapping.clockUnit === 'h:min' ? 'h:min' : 'min:s'}
        options={[
          ['h:min', 'min, h:min'],
          ['min:s', 'min, min:s'],
          ['s', 's'],
        ]}
        onChange={(unit) =>
          set(
            unit === 's' ? { durationUnit: 's' } : { durationUnit: 'min', clockUnit: unit as CsvMapping['clockUnit'] },
          )
        }
      />
      <NativeSelect
        label={<FormattedMessage id="logbook.profile.pressure" />}
        value={mapping.pressureUnit}
        options={units(['bar', 'psi'])}
        onChange={(pressureUnit) => set({ pressureUnit: pressureUnit as CsvMapping['pressureUnit'] })}
      />
      <NativeSelect
        label={<FormattedMessage id="logbook.profile.temperature" />}
        value={mapping.temperatureUnit}
        options={[
          // The mark keeps the degree sign in front in right-to-left languages.
          ['C', '\u200E°C'],
          ['F', '\u200E°F'],
        ]}
        onChange={(temperatureUnit) => set({ temperatureUnit: temperatureUnit as CsvMapping['temperatureUnit'] })}
      />
      <NativeSelect
        label={<FormattedMessage id="logbook.field.weight" />}
        value={mapping.weightUnit}
        options={units(['kg', 'lb'])}
        onChange={(weightUnit) => set({ weightUnit: weightUnit as CsvMapping['weightUnit'] })}
      />
    </div>
  );
}

interface NativeSelectProps {
  label: ReactNode;
  hint?: ReactNode;
  value: string;
  options: readonly (readonly [string, string])[];
  onChange: (value: string) => void;
}

/** A native select, because a spreadsheet can have hundreds of columns. */
export function NativeSelect({ label, hint, value, options, onChange }: NativeSelectProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint}>
      {(control) => (
        <>
          <select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
            {options.map(([option, text]) => (
              <option key={option} value={option}>
                {text}
              </option>
            ))}
          </select>
          <ChevronsUpDown className="pointer-events-none" size={18} aria-hidden="true" />
        </>
      )}
    </FieldFrame>
  );
}
