import { useState, type FormEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { Field, TextAreaField } from '#ui/fields/field.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { familyClient } from '#features/association/web/client.ts';
import { useDecideRequest } from '#features/association/web/family-requests/queries.ts';

/** Lets staff invite a guardian, mainly after the last one has stepped down. */
export function InviteGuardianDialog({ affiliateId, onClose }: { affiliateId: number; onClose: () => void }) {
  const intl = useIntl();
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
    decision.mutate(() => familyClient('POST People/{affiliateId}/invites', { params: { affiliateId }, body }));
  };
  return (
    <FormDialog
      title={<FormattedMessage id="association.guardian.invite" />}
      form={{ onSubmit: send }}
      className="grid gap-4"
      cancelLabel={<FormattedMessage id="association.reject.cancel" />}
      cancelKind="outlined"
      submitLabel={<FormattedMessage id="association.guardian.invite_send" />}
      isBusy={decision.isPending}
      onClose={onClose}
    >
      <FormAlert
        problem={decision.isError ? formatErrorMessage(intl, decision.error) : undefined}
        failureCount={decision.failureCount}
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
    </FormDialog>
  );
}
