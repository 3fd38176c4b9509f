import { useId, useState, type FormEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Field, TextAreaField } from '#ui/fields/field.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { family } from '#features/association/web/client.ts';
import { useDecideRequest } from '#features/association/web/family-requests/queries.ts';

/** Lets staff invite a guardian, mainly after the last one has stepped down. */
export function InviteGuardianDialog({ affiliateId, onClose }: { affiliateId: number; onClose: () => void }) {
  const intl = useIntl();
  const formId = useId();
  const [email, setEmail] = useState('');
  const [reason, setReason] = useState('');
  const [hasTried, setHasTried] = useState(false);
  const decision = useDecideRequest(onClose);
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
          problem={decision.isError ? formatErrorMessage(intl, decision.error) : undefined}
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
