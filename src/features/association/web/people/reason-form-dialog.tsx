import type { UseMutationResult } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { TextAreaField } from '#ui/fields/field.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';

interface ReasonFormDialogProps {
  title: ReactNode;
  text?: ReactNode;
  submitLabel: ReactNode;
  /** Whether the fields above the reason are valid. */
  isValid: boolean;
  mutation: Pick<UseMutationResult, 'isPending' | 'error' | 'failureCount'>;
  onSubmit: (reason: string) => void;
  onClose: () => void;
  /** The fields above the reason; they show errors once the form was submitted. */
  children: (hasTried: boolean) => ReactNode;
}

/** A change by staff, with the reason that is audited. */
export function ReasonFormDialog(props: ReasonFormDialogProps) {
  const { title, text, submitLabel, isValid, mutation, onSubmit, onClose, children } = props;
  const intl = useIntl();
  const [reason, setReason] = useState('');
  const [hasTried, setHasTried] = useState(false);
  const isMissing = reason.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setHasTried(true);
    if (isValid && !isMissing) onSubmit(reason.trim());
  };
  return (
    <FormDialog
      title={title}
      form={{ onSubmit: submit }}
      className="grid gap-4"
      cancelLabel={<FormattedMessage id="association.reject.cancel" />}
      cancelKind="outlined"
      submitLabel={submitLabel}
      isBusy={mutation.isPending}
      onClose={onClose}
    >
      {text && <p className="text-sm text-ink-2">{text}</p>}
      <FormAlert
        problem={mutation.error ? formatErrorMessage(intl, mutation.error) : undefined}
        failureCount={mutation.failureCount}
      />
      {children(hasTried)}
      <TextAreaField
        required
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        label={<FormattedMessage id="association.reject.reason" />}
        hint={<FormattedMessage id="association.request.reason_hint" />}
        wrong={hasTried && isMissing && <FormattedMessage id="association.request.reason_missing" />}
      />
    </FormDialog>
  );
}
