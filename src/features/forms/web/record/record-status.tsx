import { FormattedMessage } from 'react-intl';
import { Chip, type ChipStatus } from '#ui/display/chip.tsx';
import type { FormRecord } from '#features/forms/shared/contract.ts';

type StatusFields = Pick<FormRecord, 'status' | 'medicalStatus' | 'isValid' | 'isRemoved' | 'replacedBy'>;

/** Where a signed form stands, in a word. Whether somebody may dive comes before everything else. */
export function RecordStatus({ record }: { record: StatusFields }) {
  const { status, medicalStatus, isValid, isRemoved, replacedBy } = record;
  const over = isRemoved ? 'removed' : replacedBy !== null ? 'replaced' : isValid ? null : 'expired';
  if (over !== null)
    return (
      <Chip>
        <FormattedMessage id={`forms.list.${over}`} />
      </Chip>
    );
  return <Chip status={chips[medicalStatus]}>{status}</Chip>;
}

const chips: Record<FormRecord['medicalStatus'], ChipStatus> = {
  none: 'verified',
  clear: 'verified',
  physician: 'pending',
  review: 'pending',
  approved: 'verified',
  refused: 'returned',
};

/** What the word leaves open: who has to do something, or who said what. Nothing where nobody was asked. */
type NoteFields = Pick<FormRecord, 'medicalStatus' | 'isConfirmationPending' | 'isRemoved'>;
export function medicalNote({ medicalStatus, isConfirmationPending, isRemoved }: NoteFields) {
  if (isConfirmationPending && !isRemoved) return <FormattedMessage id="forms.list.medical.pending" />;
  if (isRemoved || medicalStatus === 'none' || medicalStatus === 'clear') return null;
  return <FormattedMessage id={`forms.list.medical.${medicalStatus === 'review' ? 'page_review' : medicalStatus}`} />;
}
