import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { LinkButton } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import type { ERecord } from '#features/learning/shared/record-contract.ts';
import { InstructorForm } from '#features/learning/web/instructor-form.tsx';

/** Lets the learner choose an instructor, who can then read and sign the record. */
export function ChangeInstructorDialog({ record }: { record: ERecord }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <LinkButton onClick={() => setIsOpen(true)}>
        <FormattedMessage
          id={record.instructor ? 'learning.record.instructor_change' : 'learning.record.instructor_name'}
        />
      </LinkButton>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={<FormattedMessage id="learning.record.instructor_title" />}
      >
        <InstructorForm packageId={record.packageId} previous={record.instructor} onDone={() => setIsOpen(false)} />
      </Dialog>
    </>
  );
}
