import { useEffect, type ReactNode } from 'react';
import { currentToken, refreshSession } from '#platform/web/session/session.ts';
import type { Application } from '#features/applications/shared/application.ts';
import { canEdit } from '#features/applications/shared/policy.ts';
import { ApplicantForm } from './applicant-form.tsx';
import type { AddressForm, BillingPromptType, ProfessionalLookUp } from './applicant-props.ts';
import { ApplicantStatus } from './applicant-status.tsx';

interface ApplicantScreenProps {
  application: Application;
  professional: ProfessionalLookUp;
  address: AddressForm;
  teachingCourse: ReactNode;
  BillingPrompt: BillingPromptType;
}

/** Shows the form while the applicant holds the application, otherwise its status. */
export function ApplicantScreen(props: ApplicantScreenProps) {
  const { application, professional, address, teachingCourse, BillingPrompt } = props;
  useFreshRole(application.state);
  return canEdit('applicant', application.state) ? (
    <ApplicantForm
      application={application}
      professional={professional}
      address={address}
      teachingCourse={teachingCourse}
    />
  ) : (
    <ApplicantStatus application={application} BillingPrompt={BillingPrompt} />
  );
}

/**
 * Completion makes the diver a professional. The current token may still have the old role, so a new one is fetched.
 */
function useFreshRole(state: Application['state']): void {
  useEffect(() => {
    if (state === 'Completed' && currentToken()?.role === 'diver') void refreshSession();
  }, [state]);
}
