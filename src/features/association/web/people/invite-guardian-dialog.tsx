import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { looksLikeEmail } from '#platform/shared/mailbox.ts';
import { Field } from '#ui/fields/field.tsx';
import { familyClient } from '#features/association/web/client.ts';
import { useDecideRequest } from '#features/association/web/family-requests/queries.ts';
import { ReasonFormDialog } from './reason-form-dialog.tsx';

/** Lets staff invite a guardian, mainly after the last one has stepped down. */
export function InviteGuardianDialog({ affiliateId, onClose }: { affiliateId: number; onClose: () => void }) {
  const [email, setEmail] = useState('');
  const decision = useDecideRequest(onClose);
  const isEmail = looksLikeEmail(email);
  const invite = (reason: string) =>
    decision.mutate({
      decide: () =>
        familyClient('POST People/{affiliateId}/invites', {
          params: { affiliateId },
          body: { email: email.trim(), reason },
        }),
    });
  return (
    <ReasonFormDialog
      title={<FormattedMessage id="association.guardian.invite" />}
      submitLabel={<FormattedMessage id="association.guardian.invite_send" />}
      isValid={isEmail}
      mutation={decision}
      onSubmit={invite}
      onClose={onClose}
    >
      {(hasTried) => (
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
          wrong={hasTried && !isEmail && <FormattedMessage id="association.guardian.email_missing" />}
        />
      )}
    </ReasonFormDialog>
  );
}
