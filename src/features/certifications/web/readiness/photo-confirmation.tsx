import { FormattedMessage, useIntl } from 'react-intl';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import type { Readiness } from '#features/certifications/shared/readiness-contract.ts';
import { useStudentPhoto } from './queries.ts';

interface PhotoConfirmationProps {
  student: Readiness;
  isConfirmed: boolean;
  onConfirm: (isConfirmed: boolean) => void;
}

/** A pending photo, which the instructor confirms to show the student. */
export function PhotoConfirmation({ student, isConfirmed, onConfirm }: PhotoConfirmationProps) {
  const intl = useIntl();
  const { data: photo } = useStudentPhoto(student);
  return (
    <div className="flex items-center gap-4">
      {photo !== undefined && (
        <img
          className="rounded-box object-cover"
          src={photo}
          width={96}
          height={96}
          alt={intl.formatMessage({ id: 'certifications.certify.photo_of' }, { name: student.name })}
        />
      )}
      <Checkbox
        label={<FormattedMessage id="certifications.certify.photo" />}
        checked={isConfirmed}
        onChange={({ target }) => onConfirm(target.checked)}
      />
    </div>
  );
}
