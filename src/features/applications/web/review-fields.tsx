import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { PageSection } from '../../../ui/page.tsx';
import type { Application } from '../shared/application.ts';
import { fieldName } from '../shared/words.ts';
import { AskButton, AskedHere } from './review-ask.tsx';
import { useReview } from './review-context.ts';
import { GivenSignatureBlock } from './sign-block.tsx';

/** What else the applicant has filled in, and the signature under it. */
export function ReviewFields() {
  const { application } = useReview();
  const { statement, teachingAddress, instructor, store, signatures } = application;
  const own = signatures.find(({ role }) => role === 'applicant');
  return (
    <PageSection title={<FormattedMessage id="applications.review.fields" />}>
      <ul className="card pad requirements">
        <Field field="statement">
          {statement !== '' && (
            <p className="said" dir="auto">
              {statement}
            </p>
          )}
        </Field>
        <Field field="instructor">
          {instructor !== null && (
            <p>
              <bdi>{instructor.name}</bdi> <bdi className="num">{instructor.memberNumber}</bdi>
            </p>
          )}
        </Field>
        <Field field="store">
          {store !== null && (
            <p>
              <bdi>{store.name}</bdi> <bdi className="num">{store.storeNumber}</bdi>
            </p>
          )}
        </Field>
        <Field field="teaching_address">{teachingAddress !== null && <Address address={teachingAddress} />}</Field>
        <Field field="signature">{own !== undefined && <GivenSignatureBlock signature={own} />}</Field>
      </ul>
    </PageSection>
  );
}

/** A field with what stands in it. */
function Field({ field, children }: { field: string; children: ReactNode }) {
  const intl = useIntl();
  return (
    <li className="requirement">
      <div className="min-w-0 grow">
        <b>{fieldName(intl, field)}</b>
        {children || (
          <p className="empty-field">
            <FormattedMessage id="applications.review.empty" />
          </p>
        )}
        <AskedHere field={field} />
      </div>
      <AskButton field={field} />
    </li>
  );
}

function Address({ address }: { address: NonNullable<Application['teachingAddress']> }) {
  const { addressLine1, addressLine2, city, postalCode, state, country } = address;
  const lines = [addressLine1, addressLine2, [postalCode, city, state].filter(Boolean).join(' '), country];
  return (
    <p>
      {lines.filter(Boolean).map((line) => (
        <span key={line} className="block">
          <bdi>{line}</bdi>
        </span>
      ))}
    </p>
  );
}
