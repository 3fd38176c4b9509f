import { useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextAreaField } from '../../../ui/field.tsx';

interface RejectDialogProps {
  name: string;
  isBusy: boolean;
  problem: string | null;
  onReject: (reason: string) => void;
  onClose: () => void;
}

const ready = ['face', 'dark', 'several', 'not_person'] as const;
const maxLength = 500;

export function RejectDialog({ name, isBusy, problem, onReject, onClose }: RejectDialogProps) {
  const intl = useIntl();
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const write = (text: string) => {
    setReason(text);
    setIsMissing(false);
  };
  const send = () => {
    if (reason.trim() !== '') return onReject(reason.trim());
    setIsMissing(true);
    area.current?.focus();
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={<FormattedMessage id="association.reject.title" values={{ name: <bdi>{name}</bdi> }} />}
      actions={
        <>
          <Button kind="outlined" onClick={onClose}>
            <FormattedMessage id="association.reject.cancel" />
          </Button>
          <Button isBusy={isBusy} onClick={send}>
            <FormattedMessage id="association.reject.send" />
          </Button>
        </>
      }
    >
      <div className="mt-4 flex flex-wrap gap-2">
        {ready.map((choice) => (
          <Button
            key={choice}
            kind="outlined"
            size="fine"
            onClick={() => write(intl.formatMessage({ id: `association.reject.${choice}.text` }))}
          >
            <FormattedMessage id={`association.reject.${choice}.label`} />
          </Button>
        ))}
      </div>
      <TextAreaField
        ref={area}
        className="mt-4"
        required
        maxLength={maxLength}
        value={reason}
        onChange={(event) => write(event.target.value)}
        label={<FormattedMessage id="association.reject.reason" />}
        hint={<FormattedMessage id="association.reject.hint" />}
        wrong={isMissing && <FormattedMessage id="association.reject.missing" />}
      />
      <div role="alert" className="[&:not(:empty)]:mt-4">
        {problem !== null && (
          <Callout kind="alert">
            <FormattedMessage id={problem} />
          </Callout>
        )}
      </div>
    </Dialog>
  );
}
