import { useIntl } from 'react-intl';
import { fieldName } from '#features/applications/shared/labels.ts';
import {
  fieldId,
  useOpenApplication,
  useRequirements,
} from '#features/applications/web/applicant/applicant-context.ts';
import { ProofField } from './proof-field.tsx';

/** Proofs a level requires. */
export function SectionProofs() {
  const intl = useIntl();
  const { teachingCourse } = useOpenApplication();
  return useRequirements('proof').map(({ id }) => (
    <div key={id} className="grid gap-3" id={fieldId(id)} tabIndex={-1}>
      <h3>{fieldName(intl, id)}</h3>
      {id === 'proof_teaching_exam' && teachingCourse}
      <ProofField kind={id.replace(/^proof_/, '')} />
    </div>
  ));
}
