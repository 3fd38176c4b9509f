import { ApplicantScreen } from '#features/applications/web/applicant/applicant-screen.tsx';
import type { AddressForm, ProfessionalLookUp } from '#features/applications/web/applicant/applicant-props.ts';
import { ApplicationFrame } from '#features/applications/web/application-frame.tsx';
import { ReviewPage } from '#features/applications/web/review/review-page.tsx';
import { AddressFields, type AddressFieldsProps } from '#features/account/web/profile/address-fields.tsx';
import { useCountries } from '#features/account/web/profile/profile-queries.ts';
import { InstructorDevelopment } from '#features/learning/web/instructor-development.tsx';
import { BillingPrompt } from '#features/payments/web/billing-prompt.tsx';
import { ConfirmProfessional } from '#features/professionals/web/lookup/confirm-professional.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';

const renderProfessional: ProfessionalLookUp = (field) => <ConfirmProfessional {...field} />;
const renderAddress: AddressForm = (fields) => <AddressFieldsWithCountries {...fields} />;

/** Shows an application to its applicant or its reviewer, with parts of other features. */
export function ApplicationPage() {
  return (
    <ApplicationFrame>
      {(application) =>
        application.role === 'applicant' ? (
          <ApplicantScreen
            application={application}
            professional={renderProfessional}
            address={renderAddress}
            teachingCourse={<InstructorDevelopment />}
            BillingPrompt={BillingPrompt}
          />
        ) : (
          <ReviewPage key={application.id} application={application} />
        )
      }
    </ApplicationFrame>
  );
}

function AddressFieldsWithCountries(fields: Omit<AddressFieldsProps, 'countries'>) {
  const { data: countries } = useCountries();
  if (countries === undefined) return <Skeleton height={320} />;
  return <AddressFields {...fields} countries={countries} />;
}
