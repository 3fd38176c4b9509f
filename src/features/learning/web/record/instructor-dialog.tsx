import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { LinkButton } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import type { ERecord } from '../../shared/record-contract.ts';
import { TeacherForm } from '../teacher-form.tsx';

/** The learner says who teaches them: from then on that professional can read and sign the record. */
export function InstructorChange({ record }: { record: ERecord }) {
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
        <TeacherForm packageId={record.packageId} former={record.instructor} onDone={() => setIsOpen(false)} />
      </Dialog>
    </>
  );
}
