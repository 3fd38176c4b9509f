import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { PageSection } from '../../../ui/page.tsx';
import { fieldName } from '../shared/words.ts';
import { AddressText, EmptyText, NamedText, SaidText } from './filled-values.tsx';
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
        <Field field="statement">{statement !== '' && <SaidText text={statement} />}</Field>
        <Field field="instructor">
          {instructor && <NamedText name={instructor.name} number={instructor.memberNumber} />}
        </Field>
        <Field field="store">{store && <NamedText name={store.name} number={store.storeNumber} />}</Field>
        <Field field="teaching_address">{teachingAddress && <AddressText address={teachingAddress} />}</Field>
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
        {children || <EmptyText />}
        <AskedHere field={field} />
      </div>
      <AskButton field={field} />
    </li>
  );
}
