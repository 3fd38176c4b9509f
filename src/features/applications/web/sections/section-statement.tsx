import { FormattedMessage } from 'react-intl';
import { TextAreaField } from '#ui/fields/field.tsx';
import { change } from '#features/applications/web/applicant/applicant-changes.ts';
import { fieldId, useApplicant } from '#features/applications/web/applicant/applicant-context.ts';

export function SectionStatement() {
  const { filled, set, problems } = useApplicant();
  return (
    <TextAreaField
      id={fieldId('statement')}
      rows={4}
      maxLength={1000}
      dir="auto"
      label={<FormattedMessage id="applications.apply.statement" />}
      optional={<FormattedMessage id="account.optional" />}
      hint={<FormattedMessage id="applications.apply.statement_hint" />}
      value={filled.statement}
      onChange={({ target }) => set(change.statement(target.value))}
      wrong={problems['statement'] && <FormattedMessage id={problems['statement']} />}
    />
  );
}
