import { FormattedMessage } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { findTextProblems } from '#platform/shared/text-rules.ts';
import { addressTextKinds } from '#features/account/shared/rules.ts';
import { change } from '#features/applications/web/applicant/applicant-changes.ts';
import { fieldId, useApplicant, useOpenApplication } from '#features/applications/web/applicant/applicant-context.ts';

/** The teaching address. It is sent once it is complete. */
export function SectionAddress() {
  const { filled, set, problems, application } = useApplicant();
  const typed = findTextProblems(filled.address, { ...application.teachingAddress }, addressTextKinds);
  const { address } = useOpenApplication();
  return (
    <div className="grid gap-3" id={fieldId('teaching_address')} tabIndex={-1}>
      <p className="text-sm text-ink-2">
        <FormattedMessage id="applications.apply.address" />
      </p>
      {address({
        values: filled.address,
        // States depend on the country.
        onType: (field, value) =>
          set(change.address({ ...filled.address, ...(field === 'countryId' && { stateId: '' }), [field]: value })),
        idOf: (field) => fieldId(`address-${field}`),
        wrong: (field) => renderProblem((typed as Record<string, MessageId>)[field] ?? problems[`location.${field}`]),
      })}
    </div>
  );
}

const renderProblem = (problem: MessageId | undefined) => problem && <FormattedMessage id={problem} />;
