import { OwnApplications } from '../../features/applications/web/own-applications.tsx';
import { GuestList } from '../../features/dsd/web/guest-list.tsx';
import { FormsScreen } from '../../features/forms/web/forms-screen.tsx';
import type { ProfessionalField } from '../../features/forms/web/start-dialog.tsx';
import { ConfirmProfessional } from '../../features/professionals/web/confirm-professional.tsx';

const professional: ProfessionalField = ({ onChange }) => <ConfirmProfessional onChange={onChange} />;

/** Where areas meet: whom a form names is looked up by the professionals', the guests are of Discover Scuba Diving. */
export function FormsPage() {
  return (
    <FormsScreen
      professional={professional}
      applications={<OwnApplications />}
      guests={
        <div className="mt-6">
          <GuestList />
        </div>
      }
    />
  );
}
