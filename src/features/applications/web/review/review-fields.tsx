import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { PageSection } from '#ui/layout/page.tsx';
import { fieldName } from '#features/applications/shared/labels.ts';
import { AddressText, EmptyText, ProfessionalText, FreeText } from '#features/applications/web/detail-values.tsx';
import { DetailRow } from '#features/applications/web/requirement-row.tsx';
import { RequestChangeButton, ChangeRequests, rowButtonClass } from './change-requests.tsx';
import { useReview } from './review-context.ts';
import { SignatureView } from '#features/applications/web/signature-form.tsx';

/** The applicant's other fields and signature. */
export function ReviewFields() {
  const { application } = useReview();
  const { statement, teachingAddress, instructor, store, signatures } = application;
  const own = signatures.find(({ role }) => role === 'applicant');
  return (
    <PageSection title={<FormattedMessage id="applications.review.fields" />}>
      <ul className="card grid grid-cols-1 px-5 py-2 lg:px-6">
        <Field field="statement">{statement !== '' && <FreeText text={statement} />}</Field>
        <Field field="instructor">
          {instructor && <ProfessionalText name={instructor.name} number={instructor.memberNumber} />}
        </Field>
        <Field field="store">{store && <ProfessionalText name={store.name} number={store.storeNumber} />}</Field>
        <Field field="teaching_address">{teachingAddress && <AddressText address={teachingAddress} />}</Field>
        <Field field="signature">
          {own !== undefined && (
            <div className="mt-2 max-w-100 text-md text-ink">
              <SignatureView signature={own} />
            </div>
          )}
        </Field>
      </ul>
    </PageSection>
  );
}

function Field({ field, children }: { field: string; children: ReactNode }) {
  const intl = useIntl();
  return (
    <DetailRow end={<RequestChangeButton field={field} className={rowButtonClass} />}>
      <b>{fieldName(intl, field)}</b>
      <div className="text-sm text-ink-2">{children || <EmptyText />}</div>
      <ChangeRequests field={field} />
    </DetailRow>
  );
}
