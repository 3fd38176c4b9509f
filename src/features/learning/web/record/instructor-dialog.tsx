import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ApiError } from '../../../../platform/web/client.ts';
import { messageOfFailure } from '../../../../platform/web/failure.ts';
import { Button, LinkButton } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Field } from '../../../../ui/field.tsx';
import { showToast } from '../../../../ui/toast-store.ts';
import type { ERecord } from '../../shared/record-contract.ts';
import { records } from '../client.ts';
import { refreshLearning } from '../queries.ts';
import { instructorName } from './record-words.ts';

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
      {isOpen && <InstructorDialog record={record} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function InstructorDialog({ record, onClose }: { record: ERecord; onClose: () => void }) {
  const intl = useIntl();
  const [problem, setProblem] = useState<string | null>(null);
  const change = useMutation({
    mutationFn: (memberNumber: number | null) =>
      records('PUT v2/courses/{packageId}/instructor', {
        params: { packageId: record.packageId },
        body: { memberNumber },
      }),
    onSuccess: (instructor) => {
      refreshLearning();
      onClose();
      showToast({
        text: instructor
          ? intl.formatMessage({ id: 'learning.record.instructor_set' }, { name: instructorName(instructor) })
          : intl.formatMessage({ id: 'learning.record.instructor_removed' }),
      });
    },
    onError: (error) => setProblem(error instanceof ApiError ? messageOfFailure(error) : 'GeneralError'),
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('number')).trim();
    if (!/^\d{1,9}$/.test(typed) || Number(typed) === 0) return setProblem('learning.record.instructor_missing');
    setProblem(null);
    change.mutate(Number(typed));
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={<FormattedMessage id="learning.record.instructor_title" />}
      actions={
        <>
          {record.instructor && (
            <Button kind="quiet" isBusy={change.isPending} onClick={() => change.mutate(null)}>
              <FormattedMessage id="learning.record.instructor_none" />
            </Button>
          )}
          <Button kind="outlined" onClick={onClose}>
            <FormattedMessage id="learning.record.cancel" />
          </Button>
          <Button type="submit" form="instructor-form" isBusy={change.isPending}>
            <FormattedMessage id="learning.record.instructor_save" />
          </Button>
        </>
      }
    >
      <form id="instructor-form" noValidate onSubmit={send}>
        <Field
          name="number"
          className="num"
          inputMode="numeric"
          autoComplete="off"
          maxLength={9}
          defaultValue={record.instructor?.memsys_member_number ?? ''}
          label={<FormattedMessage id="learning.record.instructor_field" />}
          hint={<FormattedMessage id="learning.record.instructor_hint" />}
          wrong={problem && <FormattedMessage id={problem} />}
        />
      </form>
    </Dialog>
  );
}
