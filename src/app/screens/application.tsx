import { ApplicantScreen } from '../../features/applications/web/applicant-screen.tsx';
import type { AddressForm, ProfessionalLookUp } from '../../features/applications/web/applicant-props.ts';
import { ApplicationFrame } from '../../features/applications/web/application-frame.tsx';
import { ReviewPage } from '../../features/applications/web/review-page.tsx';
import { AddressFields, type AddressFieldsProps } from '../../features/account/web/address-fields.tsx';
import { useCountries } from '../../features/account/web/queries.ts';
import { InstructorDevelopment } from '../../features/learning/web/instructor-development.tsx';
import { BillingPrompt } from '../../features/payments/web/billing-prompt.tsx';
import { ConfirmProfessional } from '../../features/professionals/web/confirm-professional.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const professional: ProfessionalLookUp = (field) => <ConfirmProfessional {...field} />;
const address: AddressForm = (fields) => <AnyAddress {...fields} />;

/** Where areas meet: an application is one thing to its applicant and another to whoever reviews it. */
export function ApplicationPage() {
  return (
    <ApplicationFrame>
      {(application) =>
        application.role === 'applicant' ? (
          <ApplicantScreen
            application={application}
            professional={professional}
            address={address}
            teachingCourse={<InstructorDevelopment />}
            CountryPrompt={BillingPrompt}
          />
        ) : (
          <ReviewPage key={application.id} application={application} />
        )
      }
    </ApplicationFrame>
  );
}

function AnyAddress(fields: Omit<AddressFieldsProps, 'countries'>) {
  const { data: countries } = useCountries();
  if (countries === undefined) return <Skeleton height={320} />;
  return <AddressFields {...fields} countries={countries} />;
}
