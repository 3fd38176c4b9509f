import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { TextAreaField } from '#ui/fields/field.tsx';
import { submitOnCtrlEnter } from './submit-on-ctrl-enter.ts';

interface ReasonDialogProps {
  title: ReactNode;
  /** The consequence of the action. */
  text?: ReactNode;
  /** Preset reasons that fill in the text. */
  presets?: readonly { label: ReactNode; text: string }[];
  hint: ReactNode;
  /** The error message when no reason was entered. */
  missing: ReactNode;
  maxLength: number;
  sendLabel: ReactNode;
  isBusy?: boolean;
  problem?: ReactNode;
  onSend: (reason: string) => void;
  onClose: () => void;
}

export function ReasonDialog(props: ReasonDialogProps) {
  const { title, text, presets = [], hint, missing, maxLength, sendLabel, isBusy = false, problem } = props;
  const { onSend, onClose } = props;
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const hasPresets = presets.length > 0;
  useEffect(() => {
    // Preset reasons come first, so they get the focus.
    if (!hasPresets) area.current?.focus();
  }, [hasPresets]);
  const write = (value: string) => {
    setReason(value);
    setIsMissing(false);
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() !== '') return onSend(reason.trim());
    setIsMissing(true);
    area.current?.focus();
  };
  return (
    <FormDialog
      title={title}
      form={{ onSubmit: send }}
      cancelLabel={<FormattedMessage id="association.reject.cancel" />}
      cancelKind="outlined"
      submitLabel={sendLabel}
      isBusy={isBusy}
      onClose={onClose}
    >
      {text && <p className="text-sm text-ink-2">{text}</p>}
      {hasPresets && (
        <div className="mt-4 flex flex-wrap gap-2">
          {presets.map((choice) => (
            <Button key={choice.text} kind="outlined" size="sm" onClick={() => write(choice.text)}>
              {choice.label}
            </Button>
          ))}
        </div>
      )}
      <TextAreaField
        ref={area}
        onKeyDown={submitOnCtrlEnter}
        className="mt-4"
        required
        maxLength={maxLength}
        value={reason}
        onChange={(event) => write(event.target.value)}
        label={<FormattedMessage id="association.reject.reason" />}
        hint={hint}
        wrong={isMissing && missing}
      />
      <div role="alert" className="[&:not(:empty)]:mt-4">
        {problem && <Callout kind="alert">{problem}</Callout>}
      </div>
    </FormDialog>
  );
}
