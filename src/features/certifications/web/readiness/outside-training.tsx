import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { getLocalIsoDate } from '#platform/shared/dates.ts';
import { findTextProblems } from '#platform/shared/text-rules.ts';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Field } from '#ui/fields/field.tsx';
import { Select } from '#ui/fields/select.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { Readiness } from '#features/certifications/shared/readiness-contract.ts';
import { eCardClient } from '#features/certifications/web/client.ts';
import { OutsideTrainingText } from './certify-dialog.tsx';
import { refreshReadiness } from './queries.ts';

/** Training with another instructor: entered here, counted once confirmed when certifying. */
export function OutsideTraining({ readiness, isOwn }: { readiness: Readiness; isOwn: boolean }) {
  const intl = useIntl();
  const [isOpen, setIsOpen] = useState(false);
  const { packageId, affiliateId, outside } = readiness;
  const subject = isOwn ? {} : { affiliateId };
  const remove = useMutation({
    mutationFn: (part: string) =>
      eCardClient('POST outside-training/remove', { body: { ...subject, packageId, part } }),
    onError: (error) => showToast({ text: formatErrorMessage(intl, error) }),
    onSettled: refreshReadiness,
  });
  return (
    <div className="mt-4 grid gap-2">
      {outside.map(({ part, trainedOn, place, instructorNumber }) => (
        <p key={part} className="text-sm">
          <OutsideTrainingText part={part} trainedOn={trainedOn} place={place} number={instructorNumber} />{' '}
          <LinkButton onClick={() => remove.mutate(part)}>
            <FormattedMessage id="certifications.training.remove" />
          </LinkButton>
        </p>
      ))}
      <div>
        <LinkButton onClick={() => setIsOpen(true)}>
          <FormattedMessage id="certifications.training.add" />
        </LinkButton>
      </div>
      {isOpen && <OutsideTrainingDialog readiness={readiness} subject={subject} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

interface OutsideTrainingDialogProps {
  readiness: Readiness;
  subject: { affiliateId?: number };
  onClose: () => void;
}

function OutsideTrainingDialog({ readiness: { packageId, parts }, subject, onClose }: OutsideTrainingDialogProps) {
  const intl = useIntl();
  const [entry, setEntry] = useState({ part: parts[0] ?? '', trainedOn: '', place: '', instructorNumber: '' });
  const problems = findTextProblems(entry, {}, { place: 'short', instructorNumber: 'short' });
  const isComplete = Object.values(entry).every((value) => value.trim() !== '') && Object.keys(problems).length === 0;
  const partText = (part: string) => {
    const number = /^dive_(\d+)$/.exec(part)?.[1];
    return number === undefined
      ? intl.formatMessage({ id: `certifications.part.${part}` as MessageId })
      : intl.formatMessage({ id: 'certifications.part.dive' }, { number });
  };
  const save = useMutation({
    mutationFn: () => eCardClient('PUT outside-training', { body: { ...subject, packageId, ...entry } }),
    onSuccess: onClose,
    onError: (error) => showToast({ text: formatErrorMessage(intl, error) }),
    onSettled: refreshReadiness,
  });
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={<FormattedMessage id="certifications.training.title" />}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            <FormattedMessage id="certifications.cancel" />
          </Button>
          <Button isBusy={save.isPending || !isComplete} onClick={() => save.mutate()}>
            <FormattedMessage id="certifications.training.save" />
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p className="text-sm text-ink-2">
          <FormattedMessage id="certifications.training.text" />
        </p>
        <Select
          label={<FormattedMessage id="certifications.training.part" />}
          placeholder=""
          choices={parts.map((part) => ({ id: part, label: partText(part) }))}
          value={entry.part}
          onChange={(part) => setEntry({ ...entry, part: part ?? '' })}
        />
        <Field
          type="date"
          label={<FormattedMessage id="certifications.training.date" />}
          max={getLocalIsoDate()}
          value={entry.trainedOn}
          onChange={({ target }) => setEntry({ ...entry, trainedOn: target.value })}
        />
        <Field
          label={<FormattedMessage id="certifications.training.place" />}
          maxLength={120}
          value={entry.place}
          onChange={({ target }) => setEntry({ ...entry, place: target.value })}
          wrong={problems.place && <FormattedMessage id={problems.place} />}
        />
        <Field
          label={<FormattedMessage id="certifications.training.number" />}
          maxLength={40}
          value={entry.instructorNumber}
          onChange={({ target }) => setEntry({ ...entry, instructorNumber: target.value })}
          wrong={problems.instructorNumber && <FormattedMessage id={problems.instructorNumber} />}
        />
      </div>
    </Dialog>
  );
}
