import { FormattedMessage } from 'react-intl';
import { findTextProblems } from '../../../platform/shared/text-rules.ts';
import { addressTexts } from '../../account/shared/rules.ts';
import { change } from './applicant-changes.ts';
import { fieldId, useApplicant, useOpenApplication } from './applicant-context.ts';

/** Where they will teach. It is sent once it is an address. */
export function SectionAddress() {
  const { filled, set, problems, application } = useApplicant();
  const typed = findTextProblems(filled.address, { ...application.teachingAddress }, addressTexts);
  const { address } = useOpenApplication();
  return (
    <div className="apply-group" id={fieldId('teaching_address')} tabIndex={-1}>
      <p className="text-sm text-ink-2">
        <FormattedMessage id="applications.apply.address" />
      </p>
      {address({
        values: filled.address,
        // A state belongs to its country.
        onType: (field, value) =>
          set(change.address({ ...filled.address, ...(field === 'countryId' && { stateId: '' }), [field]: value })),
        idOf: (field) => fieldId(`address-${field}`),
        wrong: (field) => wordsOf((typed as Record<string, string>)[field] ?? problems[`location.${field}`]),
      })}
    </div>
  );
}

const wordsOf = (problem: string | undefined) => problem && <FormattedMessage id={problem} />;
