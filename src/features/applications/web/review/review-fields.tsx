import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { PageSection } from '#ui/layout/page.tsx';
import { fieldName } from '#features/applications/shared/labels.ts';
import { AddressText, EmptyText, ProfessionalText, FreeText } from '#features/applications/web/detail-values.tsx';
import { RequestChangeButton, ChangeRequests } from './change-requests.tsx';
import { useReview } from './review-context.ts';
import { SignatureView } from '#features/applications/web/signature-form.tsx';

/** The applicant's other fields and signature. */
export function ReviewFields() {
  const { application } = useReview();
  const { statement, teachingAddress, instructor, store, signatures } = application;
  const own = signatures.find(({ role }) => role === 'applicant');
  return (
    <PageSection title={<FormattedMessage id="applications.review.fields" />}>
      <ul className="card pad requirements">
        <Field field="statement">{statement !== '' && <FreeText text={statement} />}</Field>
        <Field field="instructor">
          {instructor && <ProfessionalText name={instructor.name} number={instructor.memberNumber} />}
        </Field>
        <Field field="store">{store && <ProfessionalText name={store.name} number={store.storeNumber} />}</Field>
        <Field field="teaching_address">{teachingAddress && <AddressText address={teachingAddress} />}</Field>
        <Field field="signature">{own !== undefined && <SignatureView signature={own} />}</Field>
      </ul>
    </PageSection>
  );
}

function Field({ field, children }: { field: string; children: ReactNode }) {
  const intl = useIntl();
  return (
    <li className="requirement">
      <div className="min-w-0 grow">
        <b>{fieldName(intl, field)}</b>
        {children || <EmptyText />}
        <ChangeRequests field={field} />
      </div>
      <RequestChangeButton field={field} />
    </li>
  );
}
