import { useApplicant } from './applicant-context.ts';
import { ApplicationSaveStatus } from '#features/applications/web/application-save-status.tsx';

export function ApplicantSaveStatus() {
  return <ApplicationSaveStatus save={useApplicant().save} />;
}
