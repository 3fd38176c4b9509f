import { useId, useState, type FormEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { failureText } from '../../../../platform/web/failure-text.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Field, TextAreaField } from '../../../../ui/field.tsx';
import { FormAlert } from '../../../../ui/form-alert.tsx';
import { family } from '../client.ts';
import { useDecision } from './request-queries.ts';

/** Staff invite a guardian, above all a new first one after the last has stepped down. */
export function InviteGuardianDialog({ affiliateId, onClose }: { affiliateId: number; onClose: () => void }) {
  const intl = useIntl();
  const formId = useId();
  const [email, setEmail] = useState('');
  const [reason, setReason] = useState('');
  const [hasTried, setHasTried] = useState(false);
  const decision = useDecision(onClose);
  const isAddress = /^\S+@\S+\.\S+$/.test(email.trim());
  const send = (event: FormEvent) => {
    event.preventDefault();
    setHasTried(true);
    if (!isAddress || reason.trim() === '') return;
    const body = { email: email.trim(), reason: reason.trim() };
    decision.mutate(() => family('POST People/{affiliateId}/invites', { params: { affiliateId }, body }));
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={<FormattedMessage id="association.guardian.invite" />}
      actions={
        <>
          <Button kind="outlined" onClick={onClose}>
            <FormattedMessage id="association.reject.cancel" />
          </Button>
          <Button type="submit" form={formId} isBusy={decision.isPending}>
            <FormattedMessage id="association.guardian.invite_send" />
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={send} noValidate className="grid gap-4">
        <FormAlert
          problem={decision.isError ? failureText(intl, decision.error) : undefined}
          refusals={decision.failureCount}
        />
        <Field
          name="email"
          type="email"
          dir="ltr"
          required
          maxLength={254}
          autoComplete="off"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          label={<FormattedMessage id="association.guardian.email" />}
          wrong={hasTried && !isAddress && <FormattedMessage id="association.guardian.email_missing" />}
        />
        <TextAreaField
          required
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          label={<FormattedMessage id="association.reject.reason" />}
          hint={<FormattedMessage id="association.request.reason_hint" />}
          wrong={hasTried && reason.trim() === '' && <FormattedMessage id="association.request.reason_missing" />}
        />
      </form>
    </Dialog>
  );
}
