import { memo } from 'react';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { fromMetric, getUnitName, getUnit } from '#domain/units.ts';
import { parseNumberInput, formatNumberInput } from '#platform/web/i18n/number-input.ts';
import { useFormatTrainingLength } from '#domain/web/use-format-training-length.ts';
import { useUnits } from '#domain/web/use-units.ts';
import { Field } from '#ui/fields/field.tsx';
import { MeasureField } from '#ui/fields/measure-field.tsx';
import {
  maxRecreationalDepthM,
  findWarnings,
  maxOperatingDepthM,
  measured,
  type MeasuredField,
} from '#features/logbook/shared/rules.ts';
import { getTrainedDepthM } from '#features/logbook/shared/skills.ts';
import { useMeasures } from '#features/logbook/web/use-measures.ts';
import { getFormattingTag } from '#features/logbook/web/form/create-log-form.ts';
import { renderLabel, useFieldError } from './fields.tsx';
import { useFormState, useLogField } from '#features/logbook/web/form/form-context.ts';
import { getMinutesBetween } from '#features/logbook/web/form/log-changes.ts';
import {
  toMetricValue,
  toMetricNumbers,
  type LogValues,
  type NumberField as NumberName,
} from '#features/logbook/web/form/log-values.ts';
import { parseTime } from '#features/logbook/web/form/parse-time.ts';

function findWarning(values: LogValues, field: NumberName) {
  const lesson = [values.log_course, values.log_number, values.adventure_dive] as const;
  return findWarnings(toMetricNumbers(values), {
    minutesBetween: getMinutesBetween(values),
    trainedDepthM: getTrainedDepthM(...lesson),
    depthUnit: values.max_depth.unit,
  })[field];
}

/** A warning about an unusual value; it never blocks saving. */
function useWarning(field: NumberName): ReactNode {
  const warning = useFormState(({ values }) => findWarning(values, field));
  const values = useFormState((state) => (warning === undefined ? null : state.values));
  const { show } = useMeasures();
  const writeTaught = useFormatTrainingLength();
  if (warning === undefined || values === null) return null;
  const write = (name: MeasuredField, metric: number | null) => {
    const shown = show(name, metric);
    return shown && <bdi>{`${shown.value} ${shown.unit}`}</bdi>;
  };
  const { log_course: course, log_number: number, adventure_dive: adventure, oxygen } = values;
  const taught = warning === 'deep' ? maxRecreationalDepthM : getTrainedDepthM(course, number, adventure);
  const depth =
    warning === 'beyond_mod'
      ? write('max_depth', maxOperatingDepthM(oxygen.value ?? 21))
      : taught && <bdi>{writeTaught([taught])}</bdi>;
  return (
    <FormattedMessage
      id={`logbook.form.warn.${warning}`}
      values={{
        depth,
        pressure: write('starting_pressure', 232),
        minutes: getMinutesBetween(values),
      }}
    />
  );
}

/** The value in the reader's units: as entered if it has that unit, otherwise converted without changing it. */
function useShownNumber(field: NumberName) {
  const { value, ...rest } = useLogField(field);
  const system = useUnits();
  const measure = field in measured ? measured[field as MeasuredField].measure : null;
  const unit = measure === null ? null : getUnit(measure, system);
  const metric = toMetricValue(field, value);
  const isConverted = measure !== null && metric !== null && value.unit !== unit;
  return {
    ...rest,
    unit,
    text: isConverted ? formatNumberInput(fromMetric(measure, metric, system), getFormattingTag()) : value.text,
    type: (text: string) => rest.set({ ...parseNumberInput(text, getFormattingTag()), unit }),
  };
}

interface NumberProps {
  field: NumberName;
  /** 72 px high at 32 px, for the most important values. */
  isBig?: boolean;
}

export const NumberField = memo(function NumberField({ field, isBig = false }: NumberProps) {
  const intl = useIntl();
  const { id, text, unit, type, isReadOnly } = useShownNumber(field);
  const plainUnit = field === 'bottom_time' ? 'logbook.form.unit.min' : 'logbook.form.unit.percent';
  const shownUnit = unit === null ? intl.formatMessage({ id: plainUnit }) : getUnitName(unit, intl.locale);
  const isBelowZero = measured[field as MeasuredField]?.measure === 'temperature';
  const texts = { label: renderLabel(field), wrong: useFieldError(field), warn: useWarning(field) };
  const input = {
    id,
    value: text,
    readOnly: isReadOnly,
    maxLength: 12,
    // Phone number pads have no minus.
    inputMode: isBelowZero ? ('text' as const) : ('decimal' as const),
    onChange: (event: { target: { value: string } }) => type(event.target.value),
  };
  if (isBig) return <MeasureField {...texts} {...input} unit={<bdi>{shownUnit}</bdi>} placeholder="–" />;
  return (
    <Field
      {...texts}
      {...input}
      autoComplete="off"
      aria-describedby={`${id}-unit`}
      end={
        <bdi className="flex-none text-(length:--t-sm) text-ink-2" id={`${id}-unit`}>
          {shownUnit}
        </bdi>
      }
    />
  );
});

/** A local time in any notation, normalized to `17:05` on blur. */
export function TimeField({ field }: { field: 'time_in' | 'time_out' }) {
  const intl = useIntl();
  const { id, value, set, isReadOnly } = useLogField(field);
  return (
    <MeasureField
      id={id}
      label={renderLabel(field)}
      value={value}
      readOnly={isReadOnly}
      maxLength={10}
      inputMode="numeric"
      placeholder={intl.formatMessage({ id: 'logbook.form.time_placeholder' })}
      onChange={(event) => set(insertColon(event.target.value, value))}
      onBlur={() => {
        const time = parseTime(value);
        if (time !== null && time !== value) set(time);
      }}
      wrong={useFieldError(field)}
    />
  );
}

/** Number pads have no colon, so it is inserted after four digits. */
function insertColon(text: string, former: string): string {
  return /^\d{4}$/.test(text) && text.length > former.length ? `${text.slice(0, 2)}:${text.slice(2)}` : text;
}
