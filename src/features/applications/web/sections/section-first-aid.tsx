import { FormattedMessage, useIntl } from 'react-intl';
import { findTextProblems } from '#platform/shared/text-rules.ts';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { Field } from '#ui/fields/field.tsx';
import { formatRequirement } from '#features/applications/shared/labels.ts';
import { change, type FirstAid } from '#features/applications/web/applicant/applicant-changes.ts';
import { fieldId, useApplicant, useRequirements } from '#features/applications/web/applicant/applicant-context.ts';
import { ProofField } from './proof-field.tsx';

/** Date and provider; courses from elsewhere need a proof. */
export function SectionFirstAid() {
  const intl = useIntl();
  const { filled, set, problems, application } = useApplicant();
  const [requirement] = useRequirements('first_aid');
  const { firstAid } = filled;
  const typed = findTextProblems(firstAid, application.firstAid, { provider: 'short' });
  const providerProblem = typed.provider ?? problems['firstAid.provider'];
  const type = (part: Partial<FirstAid>) => set(change.firstAid({ ...firstAid, ...part }));
  const isDateWrong = requirement?.problem === 'too_old' || requirement?.problem === 'date_future';
  const dateProblem = problems['firstAid.date'] ?? problems['firstAid'];
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[1fr_1fr]">
        <Field
          id={fieldId('first_aid')}
          type="date"
          className="num"
          label={<FormattedMessage id="applications.apply.first_aid_date" />}
          hint={<FormattedMessage id="applications.apply.first_aid_hint" values={{ need: requirement?.need ?? 0 }} />}
          value={firstAid.date ?? ''}
          onChange={({ target }) => type({ date: target.value || null })}
          wrong={
            dateProblem ? (
              <FormattedMessage id={dateProblem} />
            ) : (
              isDateWrong && firstAid.date === requirement.date && formatRequirement(intl, requirement)
            )
          }
        />
        <Field
          label={<FormattedMessage id="applications.apply.first_aid_provider" />}
          value={firstAid.provider}
          maxLength={120}
          dir="auto"
          onChange={({ target }) => type({ provider: target.value })}
          wrong={providerProblem && <FormattedMessage id={providerProblem} />}
        />
      </div>
      <Checkbox
        label={<FormattedMessage id="applications.apply.first_aid_elsewhere" />}
        checked={firstAid.isElsewhere}
        onChange={({ target }) => type({ isElsewhere: target.checked })}
      />
      {firstAid.isElsewhere && <ProofField kind="first_aid" />}
    </>
  );
}
