import type { ComponentProps, ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { CheckChips, ChoiceChips } from '#ui/fields/choice-chips.tsx';
import { Field, TextAreaField } from '#ui/fields/field.tsx';
import { Select } from '#ui/fields/select.tsx';
import { maxLengths } from '#features/logbook/web/form/log-validation.ts';
import { useFormState, useLogField, useLogForm } from '#features/logbook/web/form/form-context.ts';
import { parseFieldPath } from '#features/logbook/web/form/log-validation.ts';
import type { ChoiceField, FieldName, TextField as TextName } from '#features/logbook/web/form/log-values.ts';

/** What stands below a field in coral: what is wrong, or what the instructor said of it until it is changed. */
export function useFieldError(field: FieldName): ReactNode {
  const { base } = useLogForm();
  const problem = useFormState(({ problems }) => problems[field]);
  const isUntouched = useFormState(({ values }) => values[field] === base[field]);
  const log = useFormState(({ log }) => log);
  if (problem !== undefined) return <FormattedMessage id={problem} />;
  if (log?.status !== 'Returned' || !isUntouched) return null;
  const remark = log.returned_fields.find((said) => parseFieldPath(said.field) === field);
  if (remark === undefined) return null;
  const name = <bdi>{log.returned_name}</bdi>;
  return <FormattedMessage id="logbook.form.remark" values={{ name, message: <bdi>{remark.message}</bdi> }} />;
}

export const renderLabel = (field: FieldName) => <FormattedMessage id={`logbook.field.${field}`} />;

type TextProps = Omit<ComponentProps<typeof Field>, 'label' | 'value' | 'onChange' | 'id'> & { field: TextName };

export function TextField({ field, wrong, ...rest }: TextProps) {
  const { id, value, set, isReadOnly } = useLogField(field);
  const ownWrong = useFieldError(field);
  return (
    <Field
      className="own-direction"
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
      className="own-direction"
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
  words: readonly string[];
}

export function ChipsField({ field, words }: ChoiceFieldProps) {
  const { id, value, set, isReadOnly } = useLogField(field);
  return (
    <ChoiceChips
      id={id}
      legend={renderLabel(field)}
      options={words.map((word) => ({ value: word, label: <FormattedMessage id={`logbook.${field}.${word}`} /> }))}
      value={value}
      onChange={set}
      isDisabled={isReadOnly}
      wrong={useFieldError(field)}
    />
  );
}

/** Any number of words of a list. */
export function ExtrasField({ words }: { words: readonly string[] }) {
  const { id, value, set, isReadOnly } = useLogField('additional_equipment');
  return (
    <CheckChips
      id={id}
      legend={renderLabel('additional_equipment')}
      options={words.map((word) => ({ value: word, label: <FormattedMessage id={`logbook.extra.${word}`} /> }))}
      values={value}
      onChange={set}
      isDisabled={isReadOnly}
      wrong={useFieldError('additional_equipment')}
    />
  );
}

/** The words may have another name than the field. */
type SelectFieldProps = ChoiceFieldProps & { prefix?: string; title?: ReactNode };

export function SelectField({ field, words, prefix = field, title }: SelectFieldProps) {
  const intl = useIntl();
  const { id, value, set, isReadOnly } = useLogField(field);
  return (
    <Select
      id={id}
      label={title ?? renderLabel(field)}
      choices={words.map((word) => ({ id: word, label: intl.formatMessage({ id: `logbook.${prefix}.${word}` }) }))}
      value={value}
      onChange={set}
      placeholder={intl.formatMessage({ id: 'logbook.form.choose' })}
      isDisabled={isReadOnly}
      wrong={useFieldError(field)}
    />
  );
}
