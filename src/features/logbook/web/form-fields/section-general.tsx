import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Select } from '#ui/fields/select.tsx';
import { diveTypes } from '#features/logbook/shared/enums.ts';
import { latestIsoDate } from '#platform/shared/dates.ts';
import { adventureDives, courses, openWaterDives } from '#features/logbook/shared/skills.ts';
import { SelectField, TextField, useFieldError } from './fields.tsx';
import { useFormState, useLogField, useLogForm } from '#features/logbook/web/form/form-context.ts';
import { InstructorField } from './instructor-field.tsx';
import { SiteField } from './site-field.tsx';
import { FieldRow } from '#ui/fields/field-row.tsx';

export function SectionGeneral() {
  const { type } = useLogForm();
  const [latestDay] = useState(() => latestIsoDate(new Date()));
  return (
    <>
      {type === 'Training' && <LessonFields />}
      <TextField field="dive_title" />
      <FieldRow>
        <TextField field="dive_date" type="date" min="1900-01-01" max={latestDay} />
        <SelectField field="dive_type" options={diveTypes} />
      </FieldRow>
      <SiteField />
      {type === 'Training' && <InstructorField />}
    </>
  );
}

/** The course and dive were chosen before; only an adventure dive can be changed here. */
function LessonFields() {
  const course = useFormState(({ values }) => values.log_course);
  const isKnown = useLogForm().base.log_course !== null;
  return (
    <>
      {!isKnown && (
        <SelectField
          field="log_course"
          options={courses}
          prefix="course"
          title={<FormattedMessage id="logbook.form.course" />}
        />
      )}
      {course === 'advanced' && (
        <SelectField
          field="adventure_dive"
          options={adventureDives}
          prefix="adventure"
          title={<FormattedMessage id="logbook.form.adventure" />}
        />
      )}
      {course === 'open_water' && <NumberSelect />}
    </>
  );
}

function NumberSelect() {
  const intl = useIntl();
  const { id, value, set, isReadOnly } = useLogField('log_number');
  return (
    <Select
      id={id}
      label={<FormattedMessage id="logbook.form.number" />}
      choices={openWaterDives.map((number) => ({
        id: String(number),
        label: intl.formatMessage({ id: 'logbook.form.number_option' }, { number }),
      }))}
      value={value === null ? null : String(value)}
      onChange={(chosen) => set(chosen === null ? null : Number(chosen))}
      placeholder={intl.formatMessage({ id: 'logbook.form.choose' })}
      isDisabled={isReadOnly}
      wrong={useFieldError('log_number')}
    />
  );
}
