import { ApplicationDetails } from '#features/applications/web/application-details.tsx';
import { ApplicationDeskScreen } from '#features/association/web/applications/application-desk-screen.tsx';

/** Where two areas meet: the desk decides, and applications show what was filled in. */
export function DeskApplicationsPage() {
  return <ApplicationDeskScreen FilledIn={ApplicationDetails} />;
}
