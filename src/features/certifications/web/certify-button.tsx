import { useMutation } from '@tanstack/react-query';
import { BadgeCheck } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { toCardDate } from '../shared/card-date.ts';
import { levels, type Level } from '../shared/levels.ts';
import { eCards } from './client.ts';
import { failureText } from '../../../platform/web/failure-text.ts';

export interface Graduate {
  affiliateId: number;
  name: string;
  packageId: string;
}

/** Who taught somebody certifies them, once everything in the record is done and signed. */
export function CertifyButton({ graduate, onDone }: { graduate: Graduate; onDone: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const choices = levels.filter(({ packageId }) => packageId === graduate.packageId);
  const [first] = choices;
  if (first === undefined) return null;
  const close = () => setIsOpen(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <BadgeCheck size={18} aria-hidden="true" />
        <FormattedMessage id="certifications.certify.action" />
      </Button>
      {isOpen && <CertifyDialog graduate={graduate} choices={choices} first={first} onClose={close} onDone={onDone} />}
    </>
  );
}

const today = () => new Date().toLocaleDateString('sv-SE');

interface CertifyDialogProps {
  graduate: Graduate;
  choices: readonly Level[];
  first: Level;
  onClose: () => void;
  onDone: () => void;
}

function CertifyDialog({ graduate, choices, first, onClose, onDone }: CertifyDialogProps) {
  const intl = useIntl();
  const [certDate, setCertDate] = useState(today);
  const [name, setName] = useState(first.name);
  const level = choices.find((choice) => choice.name === name) ?? first;
  const isDay = certDate !== '' && certDate <= today();
  const certify = useMutation({
    mutationFn: () =>
      eCards('POST certify', {
        body: { affiliateId: graduate.affiliateId, levelID: level.levelID, certDate: toCardDate(certDate) },
      }),
    onSuccess: ({ levelName }) => {
      showToast({
        text: intl.formatMessage({ id: 'certifications.certify.done' }, { name: graduate.name, level: levelName }),
      });
      onClose();
    },
    onError: (error) => showToast({ text: failureText(intl, error) }),
    onSettled: onDone,
  });
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={<FormattedMessage id="certifications.certify.title" values={{ name: <bdi>{graduate.name}</bdi> }} />}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            <FormattedMessage id="certifications.cancel" />
          </Button>
          <Button isBusy={certify.isPending || !isDay} onClick={() => certify.mutate()}>
            <FormattedMessage id="certifications.certify.action" />
          </Button>
        </>
      }
    >
      <p className="mb-4 text-sm text-ink-2">
        <FormattedMessage id="certifications.certify.text" />
      </p>
      <div className="grid gap-4">
        {choices.length > 1 && (
          <Segmented
            label={<FormattedMessage id="certifications.certify.level" />}
            options={choices.map((choice) => ({
              value: choice.name,
              label: <FormattedMessage id={`certifications.level.${choice.name}`} />,
            }))}
            value={level.name}
            onChange={setName}
          />
        )}
        <Field
          type="date"
          label={<FormattedMessage id="certifications.certify.date" />}
          max={today()}
          value={certDate}
          wrong={!isDay && <FormattedMessage id="error.certifications.bad_date" />}
          onChange={({ target }) => setCertDate(target.value)}
        />
      </div>
    </Dialog>
  );
}
