import { FormattedMessage } from 'react-intl';
import { Chip, type ChipStatus } from '#ui/display/chip.tsx';
import type { FormRecord } from '#features/forms/shared/contract.ts';

type StatusFields = Pick<FormRecord, 'status' | 'medicalStatus' | 'isValid' | 'isRemoved' | 'replacedBy'>;

/** The status chip of a signed form. An inactive form shows why; otherwise the medical status decides. */
export function RecordStatus({ record, className = '' }: { record: StatusFields; className?: string }) {
  const { status, medicalStatus, isValid, isRemoved, replacedBy } = record;
  const inactive = isRemoved ? 'removed' : replacedBy !== null ? 'replaced' : isValid ? null : 'expired';
  if (inactive !== null)
    return (
      <Chip className={className}>
        <FormattedMessage id={`forms.list.${inactive}`} />
      </Chip>
    );
  return (
    <Chip className={className} status={chips[medicalStatus]}>
      {status}
    </Chip>
  );
}

const chips: Record<FormRecord['medicalStatus'], ChipStatus> = {
  none: 'verified',
  clear: 'verified',
  physician: 'pending',
  review: 'pending',
  approved: 'verified',
  refused: 'returned',
};

/** Explains the status: the next step or the decision. Null if no physician was needed. */
type NoteFields = Pick<FormRecord, 'medicalStatus' | 'isConfirmationPending' | 'isRemoved'>;
export function medicalNote({ medicalStatus, isConfirmationPending, isRemoved }: NoteFields) {
  if (isConfirmationPending && !isRemoved) return <FormattedMessage id="forms.list.medical.pending" />;
  if (isRemoved || medicalStatus === 'none' || medicalStatus === 'clear') return null;
  return <FormattedMessage id={`forms.list.medical.${medicalStatus === 'review' ? 'page_review' : medicalStatus}`} />;
}
