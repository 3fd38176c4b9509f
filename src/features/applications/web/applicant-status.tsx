import './applicant.css';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ApiError } from '../../../platform/web/client.ts';
import { failureText } from '../../../platform/web/failure-text.ts';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { PageColumns, PageHead } from '../../../ui/page.tsx';
import type { Application } from '../shared/application.ts';
import { levelName } from '../shared/words.ts';
import { NextStep } from './applicant-next.tsx';
import type { CountryPromptType } from './applicant-props.ts';
import { ApplicationBack } from './application-back.tsx';
import { ApplicationHistory } from './history.tsx';
import { refreshApplications } from './queries.ts';
import { RequirementRow } from './requirement-row.tsx';
import { GivenSignatureBlock } from './sign-block.tsx';
import { sinceText } from './since.ts';
import { StateChip } from './state-chip.tsx';

/** An application that others have: who, since when, and what the applicant can do. */
export function ApplicantStatus({
  application,
  CountryPrompt,
}: {
  application: Application;
  CountryPrompt: CountryPromptType;
}) {
  const intl = useIntl();
  const [failure, setFailure] = useState({ text: '', refusals: 0 });
  const { state, instructor, stateDate, requirements, signatures, steps } = application;
  const level = levelName(intl, application);
  const values = {
    level,
    name: instructor?.name ?? '',
    day: sinceText(intl, stateDate),
    email: application.applicant.email ?? '',
  };
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(({ refusals }) => ({ text: failureText(intl, error), refusals: refusals + 1 }));
      await refreshApplications();
    }
  };
  const isOver = state === 'Completed' || state === 'Rejected';
  return (
    <>
      <PageHead
        back={<ApplicationBack />}
        eyebrow={intl.formatMessage({ id: 'applications.level' }, { level })}
        title={intl.formatMessage({ id: `applications.status.${state}.title` }, values)}
        text={intl.formatMessage({ id: `applications.status.${state}.text` }, values)}
        end={<StateChip state={state} />}
      />
      <FormAlert problem={failure.text} refusals={failure.refusals} />
      <PageColumns className="mt-6">
        <div className="apply-status">
          <NextStep application={application} CountryPrompt={CountryPrompt} onTry={attempt} />
          {!isOver && (
            <section className="card pad">
              <h2>
                <FormattedMessage id="applications.status.requirements" />
              </h2>
              <ul className="requirements">
                {requirements.map((requirement) => (
                  <RequirementRow key={requirement.id} requirement={requirement} />
                ))}
              </ul>
            </section>
          )}
          {signatures.map((signature) => (
            <div key={signature.role} className="card pad">
              <GivenSignatureBlock signature={signature} />
            </div>
          ))}
        </div>
        <aside className="card pad apply-status">
          <h2>
            <FormattedMessage id="applications.history.title" />
          </h2>
          <ApplicationHistory steps={steps} />
        </aside>
      </PageColumns>
    </>
  );
}
