import type { ComponentProps, ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { CheckChips, ChoiceChips } from '#ui/fields/choice-chips.tsx';
import { Field, TextAreaField } from '#ui/fields/field.tsx';
import { Select } from '#ui/fields/select.tsx';
import { maxLengths } from '#features/logbook/web/form/log-validation.ts';
import { useFormState, useLogField, useLogForm } from '#features/logbook/web/form/form-context.ts';
import { findRemark } from '#features/logbook/web/form/returned-fields.ts';
import type { ChoiceField, FieldName, TextField as TextName } from '#features/logbook/web/form/log-values.ts';

/** The error of a field, or the instructor's remark until the field changes. */
export function useFieldError(field: FieldName): ReactNode {
  const { base } = useLogForm();
  const problem = useFormState(({ problems }) => problems[field]);
  const remark = useFormState((state) => findRemark(state, base, field));
  const name = useFormState(({ log }) => log?.returned_name);
  if (problem !== undefined) return <FormattedMessage id={problem} />;
  if (remark === null) return null;
  return (
    <FormattedMessage id="logbook.form.remark" values={{ name: <bdi>{name}</bdi>, message: <bdi>{remark}</bdi> }} />
  );
}

export const renderLabel = (field: FieldName) => <FormattedMessage id={`logbook.field.${field}` as MessageId} />;

type TextProps = Omit<ComponentProps<typeof Field>, 'label' | 'value' | 'onChange' | 'id'> & { field: TextName };

export function TextField({ field, wrong, ...rest }: TextProps) {
  const { id, value, set, isReadOnly } = useLogField(field);
  const ownWrong = useFieldError(field);
  return (
    <Field
      className="[&_input]:own-direction"
      autoComplete="off"
      {...rest}
      {...(field in maxLengths && { maxLength: maxLengths[field as keyof typeof maxLengths] })}
      id={id}
      label={renderLabel(field)}
      value={value}
      readOnly={isReadOnly}
      onChange={(event) => set(event.target.value)}
      wrong={ownWrong ?? wrong}
    />
  );
}

export function NotesField() {
  const { id, value, set, isReadOnly } = useLogField('notes');
  return (
    <TextAreaField
      id={id}
      className="[&_input]:own-direction"
      label={renderLabel('notes')}
      value={value}
      maxLength={maxLengths.notes}
      readOnly={isReadOnly}
      onChange={(event) => set(event.target.value)}
      wrong={useFieldError('notes')}
    />
  );
}

interface ChoiceFieldProps {
  field: ChoiceField;
  options: readonly string[];
}

export function ChipsField({ field, options }: ChoiceFieldProps) {
  const { id, value, set, isReadOnly } = useLogField(field);
  return (
    <ChoiceChips
      id={id}
      legend={renderLabel(field)}
      options={options.map((option) => ({
        value: option,
        label: <FormattedMessage id={`logbook.${field}.${option}` as MessageId} />,
      }))}
      value={value}
      onChange={set}
      isDisabled={isReadOnly}
      wrong={useFieldError(field)}
    />
  );
}

/** A multiple choice from a list. */
export function ExtrasField({ options }: { options: readonly string[] }) {
  const { id, value, set, isReadOnly } = useLogField('additional_equipment');
  return (
    <CheckChips
      id={id}
      legend={renderLabel('additional_equipment')}
      options={options.map((option) => ({
        value: option,
        label: <FormattedMessage id={`logbook.extra.${option}` as MessageId} />,
      }))}
      values={value}
      onChange={set}
      isDisabled={isReadOnly}
      wrong={useFieldError('additional_equipment')}
    />
  );
}

/** The message prefix can differ from the field name. */
type SelectFieldProps = ChoiceFieldProps & { prefix?: string; title?: ReactNode };

export function SelectField({ field, options, prefix = field, title }: SelectFieldProps) {
  const intl = useIntl();
  const { id, value, set, isReadOnly } = useLogField(field);
  return (
    <Select
      id={id}
      label={title ?? renderLabel(field)}
      choices={options.map((option) => ({
        id: option,
        label: intl.formatMessage({ id: `logbook.${prefix}.${option}` as MessageId }),
      }))}
      value={value}
      onChange={set}
      placeholder={intl.formatMessage({ id: 'logbook.form.choose' })}
      isDisabled={isReadOnly}
      wrong={useFieldError(field)}
    />
  );
}
