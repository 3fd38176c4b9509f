import { useEffect, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { joinFacts } from '#platform/web/i18n/join-facts.ts';
import { currentToken } from '#platform/web/session/session.ts';
import { canEdit } from '#features/logbook/shared/policy.ts';
import { useSkillText } from '#features/logbook/web/skill-text.tsx';
import { getFormattingTag } from './create-log-form.ts';
import { useFormState, useLogForm } from './form-context.ts';
import {
  listDifferingFields,
  isChoiceField,
  isNumberField,
  toFormValues,
  type FieldName,
  type LogValues,
} from './log-values.ts';
import { clsx } from 'clsx';

/** Shows both versions of a dive and lets the user choose. Nothing is overwritten until then. */
export function FormConflict() {
  const { autosave } = useLogForm();
  const conflict = useFormState((state) => state.conflict);
  const values = useFormState((state) => state.values);
  const alertRef = useRef<HTMLDivElement>(null);
  const isThere = conflict !== null;
  useEffect(() => {
    if (isThere) alertRef.current?.scrollIntoView({ block: 'center' });
  }, [isThere]);
  if (conflict === null) return null;
  const { theirs } = conflict;
  const other = theirs && toFormValues(theirs, getFormattingTag());
  const canKeepMine = theirs === null || canEdit(theirs, currentToken());
  return (
    <div ref={alertRef} role="alert" className="mb-4">
      <Callout kind="alert">
        <b className="text-md">
          <FormattedMessage id="logbook.form.conflict.title" />
        </b>
        <p>
          {theirs === null ? (
            <FormattedMessage id="logbook.form.conflict.deleted" />
          ) : canKeepMine ? (
            <FormattedMessage id="logbook.form.conflict.text" />
          ) : (
            <FormattedMessage
              id="logbook.form.conflict.locked"
              values={{ status: <FormattedMessage id={`logbook.status.${theirs.status}`} /> }}
            />
          )}
        </p>
        {other && <VersionComparison mine={values} theirs={other} />}
        <div className="mt-3 flex flex-wrap gap-3">
          {canKeepMine && (
            <Button kind="outlined" onClick={() => autosave.resolveWithMine()}>
              <FormattedMessage id="logbook.form.conflict.keep_mine" />
            </Button>
          )}
          {theirs && (
            <Button kind="outlined" onClick={() => autosave.resolveWithTheirs()}>
              <FormattedMessage id="logbook.form.conflict.take_theirs" />
            </Button>
          )}
        </div>
      </Callout>
    </div>
  );
}

const cell = 'py-2 pe-3 text-start align-top wrap-anywhere';

function VersionComparison({ mine, theirs }: { mine: LogValues; theirs: LogValues }) {
  return (
    <table className="my-3 w-full border-collapse text-start">
      <thead>
        <tr>
          <th scope="col" className={clsx(cell, 'font-strong')}>
            <FormattedMessage id="logbook.form.conflict.field" />
          </th>
          <th scope="col" className={clsx(cell, 'font-strong')}>
            <FormattedMessage id="logbook.form.conflict.mine" />
          </th>
          <th scope="col" className={clsx(cell, 'font-strong')}>
            <FormattedMessage id="logbook.form.conflict.theirs" />
          </th>
        </tr>
      </thead>
      <tbody>
        {listDifferingFields(mine, theirs).map((field) => (
          <tr key={field}>
            <th scope="row" className={clsx(cell, 'border-t border-line font-text text-ink-2')}>
              <FormattedMessage id={getLabel(field)} />
            </th>
            <td className={clsx(cell, 'border-t border-line')}>
              <FieldValue values={mine} field={field} />
            </td>
            <td className={clsx(cell, 'border-t border-line')}>
              <FieldValue values={theirs} field={field} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const getLabel = (field: FieldName): MessageId => {
  if (field === 'log_course') return 'logbook.form.course';
  if (field === 'log_number') return 'logbook.form.number';
  return field === 'adventure_dive' ? 'logbook.form.adventure' : `logbook.field.${field}`;
};

function FieldValue({ values, field }: { values: LogValues; field: FieldName }) {
  const intl = useIntl();
  const value = values[field];
  const skillText = useSkillText();
  const formatOption = (option: string) =>
    field === 'dive_skills'
      ? skillText(option)
      : intl.formatMessage({ id: `logbook.${getMessagePrefix(field)}.${option}` as MessageId });
  const isOption =
    value !== null && (isChoiceField(field) || field === 'dive_skills' || field === 'additional_equipment');
  const text = isNumberField(field)
    ? `${values[field].text} ${values[field].unit ?? ''}`
    : Array.isArray(value)
      ? joinFacts(...(isOption ? value.map(formatOption) : value))
      : isOption
        ? formatOption(String(value))
        : String(value ?? '');
  return text.trim() === '' ? <FormattedMessage id="logbook.form.conflict.empty" /> : <bdi>{text}</bdi>;
}

function getMessagePrefix(field: FieldName): string {
  if (field === 'additional_equipment') return 'extra';
  if (field === 'log_course') return 'course';
  return field === 'adventure_dive' ? 'adventure' : field;
}
