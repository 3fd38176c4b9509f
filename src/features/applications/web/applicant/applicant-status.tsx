import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { ApiError } from '#platform/web/client/client.ts';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { PageColumns, PageHead } from '#ui/layout/page.tsx';
import type { Application } from '#features/applications/shared/application.ts';
import { levelName } from '#features/applications/shared/labels.ts';
import { NextStep } from './applicant-next-step.tsx';
import type { BillingPromptType } from './applicant-props.ts';
import { BackToApplicationsLink } from '#features/applications/web/back-to-applications-link.tsx';
import { ApplicationHistory } from '#features/applications/web/application-history.tsx';
import { refreshApplications } from '#features/applications/web/queries.ts';
import { RequirementRow } from '#features/applications/web/requirement-row.tsx';
import { SignatureView } from '#features/applications/web/signature-form.tsx';
import { formatSince } from '#features/applications/web/format-since.ts';
import { StateChip } from '#features/applications/web/state-chip.tsx';

/** The status of an application the applicant doesn't hold, with the available actions. */
export function ApplicantStatus({
  application,
  BillingPrompt,
}: {
  application: Application;
  BillingPrompt: BillingPromptType;
}) {
  const intl = useIntl();
  const [failure, setFailure] = useState({ text: '', count: 0 });
  const { state, instructor, stateDate, requirements, signatures, steps } = application;
  const level = levelName(intl, application);
  const values = {
    level,
    name: instructor?.name ?? '',
    day: formatSince(intl, stateDate),
    email: application.applicant.email ?? '',
  };
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(({ count }) => ({ text: formatErrorMessage(intl, error), count: count + 1 }));
      await refreshApplications();
    }
  };
  const isFinished = state === 'Completed' || state === 'Rejected';
  return (
    <>
      <PageHead
        back={<BackToApplicationsLink />}
        eyebrow={intl.formatMessage({ id: 'applications.level' }, { level })}
        title={intl.formatMessage({ id: `applications.status.${state}.title` as MessageId }, values)}
        text={intl.formatMessage({ id: `applications.status.${state}.text` as MessageId }, values)}
        end={<StateChip state={state} />}
      />
      <FormAlert problem={failure.text} failureCount={failure.count} />
      <PageColumns className="mt-6">
        <div className="grid gap-4 content-start">
          <NextStep application={application} BillingPrompt={BillingPrompt} onTry={attempt} />
          {!isFinished && (
            <section className="card p-5 lg:p-6">
              <h2>
                <FormattedMessage id="applications.status.requirements" />
              </h2>
              <ul className="grid">
                {requirements.map((requirement) => (
                  <RequirementRow key={requirement.id} requirement={requirement} />
                ))}
              </ul>
            </section>
          )}
          {signatures.map((signature) => (
            <div key={signature.role} className="card p-5 lg:p-6">
              <SignatureView signature={signature} />
            </div>
          ))}
        </div>
        <aside className="card p-5 lg:p-6 grid gap-4 content-start">
          <h2>
            <FormattedMessage id="applications.history.title" />
          </h2>
          <ApplicationHistory steps={steps} />
        </aside>
      </PageColumns>
    </>
  );
}
