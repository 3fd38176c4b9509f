import { FilledIn } from '../../features/applications/web/filled-in.tsx';
import { ApplicationDeskScreen } from '../../features/association/web/application-desk-screen.tsx';

/** Where two areas meet: the desk decides, and applications show what was filled in. */
export function DeskApplications() {
  return <ApplicationDeskScreen FilledIn={FilledIn} />;
}
