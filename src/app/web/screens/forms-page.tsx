import { findOpenApplication } from '#features/applications/shared/open-application.ts';
import { OwnApplications } from '#features/applications/web/own-applications/own-applications.tsx';
import { useOwnApplications } from '#features/applications/web/queries.ts';
import { GuestList } from '#features/dsd/web/guest-list.tsx';
import { FormsScreen } from '#features/forms/web/list/forms-screen.tsx';
import type { ProfessionalField } from '#features/forms/web/list/start-form-dialog.tsx';
import { ConfirmProfessional } from '#features/professionals/web/lookup/confirm-professional.tsx';
import { currentToken } from '#platform/web/session/session.ts';

const renderProfessional: ProfessionalField = ({ onChange }) => <ConfirmProfessional onChange={onChange} />;

/** The forms with applications, the professional lookup and the guest list of other features. */
export function FormsPage() {
  const role = currentToken()?.role;
  const { data = [] } = useOwnApplications({ isEnabled: role === 'diver' || role === 'professional' });
  return (
    <FormsScreen
      professional={renderProfessional}
      applications={<OwnApplications />}
      hasOpenApplication={findOpenApplication(data) !== null}
      guests={
        <div className="mt-6">
          <GuestList />
        </div>
      }
    />
  );
}
