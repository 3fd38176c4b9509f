import { OwnApplications } from '#features/applications/web/own-applications/own-applications.tsx';
import { GuestList } from '#features/dsd/web/guest-list.tsx';
import { FormsScreen } from '#features/forms/web/list/forms-screen.tsx';
import type { ProfessionalField } from '#features/forms/web/list/start-form-dialog.tsx';
import { ConfirmProfessional } from '#features/professionals/web/lookup/confirm-professional.tsx';

const renderProfessional: ProfessionalField = ({ onChange }) => <ConfirmProfessional onChange={onChange} />;

/** The forms with applications, the professional lookup and the guest list of other features. */
export function FormsPage() {
  return (
    <FormsScreen
      professional={renderProfessional}
      applications={<OwnApplications />}
      guests={
        <div className="mt-6">
          <GuestList />
        </div>
      }
    />
  );
}
