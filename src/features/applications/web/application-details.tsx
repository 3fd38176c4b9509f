import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { Application } from '#features/applications/shared/application.ts';
import type { RequirementResult } from '#features/applications/shared/requirements.ts';
import { fieldName } from '#features/applications/shared/labels.ts';
import {
  AddressText,
  CardText,
  EmptyText,
  ExerciseText,
  FirstAidText,
  ProfessionalText,
  FreeText,
} from './detail-values.tsx';
import { SignatureView } from './signature-form.tsx';

/** The complete read-only content with signatures, for reviewers. */
export function ApplicationDetails({ application }: { application: Application }) {
  const { requirements, instructor, store, teachingAddress, statement, signatures } = application;
  return (
    <dl data-part="application-details" className="grid text-sm gap-3 wrap-anywhere">
      {requirements.filter(isApplicantKind).map((requirement) => (
        <DetailField key={requirement.id} field={requirement.id}>
          <RequirementAnswer requirement={requirement} application={application} />
        </DetailField>
      ))}
      <DetailField field="statement">{statement !== '' && <FreeText text={statement} />}</DetailField>
      <DetailField field="instructor">
        {instructor && <ProfessionalText name={instructor.name} number={instructor.memberNumber} />}
      </DetailField>
      <DetailField field="store">
        {store && <ProfessionalText name={store.name} number={store.storeNumber} />}
      </DetailField>
      <DetailField field="teaching_address">{teachingAddress && <AddressText address={teachingAddress} />}</DetailField>
      <DetailField field="signature">
        {signatures.length > 0 &&
          signatures.map((signature) => (
            <div key={signature.role} className="mt-2 max-w-100">
              <SignatureView signature={signature} />
            </div>
          ))}
      </DetailField>
    </dl>
  );
}

/** The kinds the applicant fills in. The others come from portal data or proofs. */
const applicantKinds: ReadonlySet<string> = new Set(['card', 'first_aid', 'exercises']);
const isApplicantKind = ({ kind }: RequirementResult) => applicantKinds.has(kind);

function DetailField({ field, children }: { field: string; children: ReactNode }) {
  const intl = useIntl();
  return (
    <div>
      <dt className="text-xs text-ink-3">{fieldName(intl, field)}</dt>
      <dd>{children || <EmptyText />}</dd>
    </div>
  );
}

function RequirementAnswer({ requirement, application }: { requirement: RequirementResult; application: Application }) {
  const { certificationCards, firstAid, exercises } = application;
  const { id, kind, parts } = requirement;
  const card = certificationCards.find(({ place }) => id === `card_${place}`);
  if (card !== undefined) return <CardText card={card} />;
  if (kind === 'first_aid' && firstAid.provider !== '') return <FirstAidText firstAid={firstAid} />;
  if (kind === 'exercises')
    return parts.map((part) => <ExerciseText key={part.id} id={part.id} exercise={exercises[part.id]} />);
  return <EmptyText />;
}
