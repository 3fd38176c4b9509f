import type { ComponentProps, ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { CheckChips, ChoiceChips } from '../../../../ui/choice-chips.tsx';
import { Field, TextAreaField } from '../../../../ui/field.tsx';
import { Select } from '../../../../ui/select.tsx';
import { mostLetters } from './log-checks.ts';
import { useFormState, useLogField, useLogForm } from './form-context.ts';
import { fieldOfPath } from './log-checks.ts';
import type { ChoiceField, FieldName, TextField as TextName } from './log-values.ts';

/** What stands below a field in coral: what is wrong, or what the instructor said of it until it is changed. */
export function useWrong(field: FieldName): ReactNode {
  const { base } = useLogForm();
  const problem = useFormState(({ problems }) => problems[field]);
  const isUntouched = useFormState(({ values }) => values[field] === base[field]);
  const log = useFormState(({ log }) => log);
  if (problem !== undefined) return <FormattedMessage id={problem} />;
  if (log?.status !== 'Returned' || !isUntouched) return null;
  const remark = log.returned_fields.find((said) => fieldOfPath(said.field) === field);
  if (remark === undefined) return null;
  const name = <bdi>{log.returned_name}</bdi>;
  return <FormattedMessage id="logbook.form.remark" values={{ name, message: <bdi>{remark.message}</bdi> }} />;
}

export const label = (field: FieldName) => <FormattedMessage id={`logbook.field.${field}`} />;

type TextProps = Omit<ComponentProps<typeof Field>, 'label' | 'value' | 'onChange' | 'id'> & { field: TextName };

export function TextField({ field, wrong, ...rest }: TextProps) {
  const { id, value, set, isReadOnly } = useLogField(field);
  const ownWrong = useWrong(field);
  return (
    <Field
      className="own-direction"
      autoComplete="off"
      {...rest}
      {...(field in mostLetters && { maxLength: mostLetters[field as keyof typeof mostLetters] })}
      id={id}
      label={label(field)}
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
      label={label('notes')}
      value={value}
      maxLength={mostLetters.notes}
      readOnly={isReadOnly}
      onChange={(event) => set(event.target.value)}
      wrong={useWrong('notes')}
    />
  );
}

interface WordsProps {
  field: ChoiceField;
  words: readonly string[];
}

export function ChipsField({ field, words }: WordsProps) {
  const { id, value, set, isReadOnly } = useLogField(field);
  return (
    <ChoiceChips
      id={id}
      legend={label(field)}
      options={words.map((word) => ({ value: word, label: <FormattedMessage id={`logbook.${field}.${word}`} /> }))}
      value={value}
      onChange={set}
      isDisabled={isReadOnly}
      wrong={useWrong(field)}
    />
  );
}

/** Any number of words of a list. */
export function ExtrasField({ words }: { words: readonly string[] }) {
  const { id, value, set, isReadOnly } = useLogField('additional_equipment');
  return (
    <CheckChips
      id={id}
      legend={label('additional_equipment')}
      options={words.map((word) => ({ value: word, label: <FormattedMessage id={`logbook.extra.${word}`} /> }))}
      values={value}
      onChange={set}
      isDisabled={isReadOnly}
      wrong={useWrong('additional_equipment')}
    />
  );
}

/** The words may have another name than the field. */
type SelectFieldProps = WordsProps & { prefix?: string; title?: ReactNode };

export function SelectField({ field, words, prefix = field, title }: SelectFieldProps) {
  const intl = useIntl();
  const { id, value, set, isReadOnly } = useLogField(field);
  return (
    <Select
      id={id}
      label={title ?? label(field)}
      choices={words.map((word) => ({ id: word, label: intl.formatMessage({ id: `logbook.${prefix}.${word}` }) }))}
      value={value}
      onChange={set}
      placeholder={intl.formatMessage({ id: 'logbook.form.choose' })}
      isDisabled={isReadOnly}
      wrong={useWrong(field)}
    />
  );
}
