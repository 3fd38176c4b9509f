import { ApplicationDetails } from '#features/applications/web/application-details.tsx';
import { ApplicationDeskScreen } from '#features/association/web/applications/application-desk-screen.tsx';

/** The desk's queue with the application details of the applications feature. */
export function DeskApplicationsPage() {
  return <ApplicationDeskScreen SubmittedForm={ApplicationDetails} />;
}
