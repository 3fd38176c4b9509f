import { memo } from 'react';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { fromMetric, unitName, unitOf } from '../../../../platform/shared/units.ts';
import { typeNumber, writeNumber } from '../../../../platform/web/typed-number.ts';
import { useTaughtLength } from '../../../../platform/web/taught-length.ts';
import { useUnits } from '../../../../platform/web/units.ts';
import { Field } from '../../../../ui/field.tsx';
import { MeasureField } from '../../../../ui/measure-field.tsx';
import { deepestM, findWarnings, maxOperatingDepthM, measured, type MeasuredField } from '../../shared/rules.ts';
import { trainedDepthM } from '../../shared/skills.ts';
import { useMeasures } from '../measures.ts';
import { tag } from './create-form.ts';
import { label, useWrong } from './fields.tsx';
import { useFormState, useLogField } from './form-context.ts';
import { minutesOf } from './log-changes.ts';
import { metricOf, numbersOf, type LogValues, type NumberField as NumberName } from './log-values.ts';
import { parseTime } from './typed-time.ts';

function warningOf(values: LogValues, field: NumberName) {
  const lesson = [values.log_course, values.log_number, values.adventure_dive] as const;
  return findWarnings(numbersOf(values), {
    minutesBetween: minutesOf(values),
    trainedDepthM: trainedDepthM(...lesson),
    depthUnit: values.max_depth.unit,
  })[field];
}

/** What is unusual, in sand; it never stands in the way. */
function useWarning(field: NumberName): ReactNode {
  const warning = useFormState(({ values }) => warningOf(values, field));
  const values = useFormState((state) => (warning === undefined ? null : state.values));
  const { show } = useMeasures();
  const writeTaught = useTaughtLength();
  if (warning === undefined || values === null) return null;
  const write = (name: MeasuredField, metric: number | null) => {
    const shown = show(name, metric);
    return shown && <bdi>{`${shown.value} ${shown.unit}`}</bdi>;
  };
  const { log_course: course, log_number: number, adventure_dive: adventure, oxygen } = values;
  const taught = warning === 'deep' ? deepestM : trainedDepthM(course, number, adventure);
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
        minutes: minutesOf(values),
      }}
    />
  );
}

/** In the reader's units: as it was typed where it was typed in them, and else worked out, without touching it. */
function useShownNumber(field: NumberName) {
  const { value, ...rest } = useLogField(field);
  const system = useUnits();
  const measure = field in measured ? measured[field as MeasuredField].measure : null;
  const unit = measure === null ? null : unitOf(measure, system);
  const metric = metricOf(field, value);
  const isConverted = measure !== null && metric !== null && value.unit !== unit;
  return {
    ...rest,
    unit,
    text: isConverted ? writeNumber(fromMetric(measure, metric, system), tag()) : value.text,
    type: (text: string) => rest.set({ ...typeNumber(text, tag()), unit }),
  };
}

interface NumberProps {
  field: NumberName;
  /** 72 high at 32 px: what a diver cares for most. */
  isBig?: boolean;
}

export const NumberField = memo(function NumberField({ field, isBig = false }: NumberProps) {
  const intl = useIntl();
  const { id, text, unit, type, isReadOnly } = useShownNumber(field);
  const plainUnit = field === 'bottom_time' ? 'logbook.form.unit.min' : 'logbook.form.unit.percent';
  const shownUnit = unit === null ? intl.formatMessage({ id: plainUnit }) : unitName(unit, intl.locale);
  const isBelowZero = measured[field as MeasuredField]?.measure === 'temperature';
  const words = { label: label(field), wrong: useWrong(field), warn: useWarning(field) };
  const input = {
    id,
    value: text,
    readOnly: isReadOnly,
    maxLength: 12,
    // The number pad of a phone has no minus.
    inputMode: isBelowZero ? ('text' as const) : ('decimal' as const),
    onChange: (event: { target: { value: string } }) => type(event.target.value),
  };
  if (isBig) return <MeasureField {...words} {...input} unit={<bdi>{shownUnit}</bdi>} placeholder="–" />;
  return (
    <Field
      {...words}
      {...input}
      autoComplete="off"
      aria-describedby={`${id}-unit`}
      end={
        <bdi className="unit" id={`${id}-unit`}>
          {shownUnit}
        </bdi>
      }
    />
  );
});

/** A time of the day at the site, by any hand; it stands as `17:05` once the field is left. */
export function TimeField({ field }: { field: 'time_in' | 'time_out' }) {
  const intl = useIntl();
  const { id, value, set, isReadOnly } = useLogField(field);
  return (
    <MeasureField
      id={id}
      label={label(field)}
      value={value}
      readOnly={isReadOnly}
      maxLength={10}
      inputMode="numeric"
      placeholder={intl.formatMessage({ id: 'logbook.form.time_placeholder' })}
      onChange={(event) => set(withColon(event.target.value, value))}
      onBlur={() => {
        const time = parseTime(value);
        if (time !== null && time !== value) set(time);
      }}
      wrong={useWrong(field)}
    />
  );
}

/** The number pad has no colon: it comes by itself after four digits. */
function withColon(text: string, former: string): string {
  return /^\d{4}$/.test(text) && text.length > former.length ? `${text.slice(0, 2)}:${text.slice(2)}` : text;
}
