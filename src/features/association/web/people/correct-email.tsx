import { useMutation, useQuery } from '@tanstack/react-query';
import { AtSign } from '#ui/icons/icons.ts';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { looksLikeEmail } from '#platform/shared/mailbox.ts';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { currentQueryClient } from '#platform/web/client/query-client.ts';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { Field } from '#ui/fields/field.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import { emailCorrectionClient } from '#features/association/web/client.ts';
import { ReasonFormDialog } from './reason-form-dialog.tsx';

interface CorrectEmailProps {
  affiliateId: number;
  name: string;
}

const emailCorrectionKey = (affiliateId: number) => ['association', 'email-correction', affiliateId] as const;

/** Shows a change of address that isn't confirmed yet, and lets staff cancel it. */
export function PendingEmail({ affiliateId }: Pick<CorrectEmailProps, 'affiliateId'>) {
  const intl = useIntl();
  const { data } = useQuery({
    queryKey: emailCorrectionKey(affiliateId),
    queryFn: () => emailCorrectionClient('GET user/{affiliateId}/email-correction', { params: { affiliateId } }),
  });
  const cancel = useMutation({
    mutationFn: () => emailCorrectionClient('DELETE user/{affiliateId}/email-correction', { params: { affiliateId } }),
    onSuccess: () => showToast({ text: intl.formatMessage({ id: 'association.email.cancelled' }) }),
    onError: (error) => showToast({ text: formatErrorMessage(intl, error) }),
    onSettled: () => currentQueryClient().invalidateQueries({ queryKey: emailCorrectionKey(affiliateId) }),
  });
  const pending = data?.pending ?? null;
  if (pending === null) return null;
  return (
    <Callout>
      <p className="wrap-anywhere">
        <FormattedMessage
          id="association.email.pending"
          values={{ email: <bdi>{pending.newEmail}</bdi>, reason: <bdi>{pending.reason}</bdi> }}
        />
      </p>
      <LinkButton onClick={() => cancel.mutate()} disabled={cancel.isPending}>
        <FormattedMessage id="association.email.cancel" />
      </LinkButton>
    </Callout>
  );
}

/** Lets staff request a new address, which takes effect when the new mailbox confirms it. */
export function CorrectEmail({ affiliateId, name }: CorrectEmailProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button align="start" kind="outlined" size="sm" onClick={() => setIsOpen(true)}>
        <AtSign size={16} aria-hidden="true" />
        <FormattedMessage id="association.email.correct" />
      </Button>
      {isOpen && <CorrectEmailDialog affiliateId={affiliateId} name={name} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function CorrectEmailDialog({ affiliateId, name, onClose }: CorrectEmailProps & { onClose: () => void }) {
  const intl = useIntl();
  const [email, setEmail] = useState('');
  const correct = useMutation({
    mutationFn: (reason: string) =>
      emailCorrectionClient('POST user/{affiliateId}/email-correction', {
        params: { affiliateId },
        body: { email: email.trim(), reason },
      }),
    onSuccess: async ({ newEmail }) => {
      showToast({ text: intl.formatMessage({ id: 'association.email.sent' }, { email: newEmail }) });
      onClose();
      await currentQueryClient().invalidateQueries({ queryKey: emailCorrectionKey(affiliateId) });
    },
  });
  const isEmail = looksLikeEmail(email);
  return (
    <ReasonFormDialog
      title={<FormattedMessage id="association.email.dialog.title" values={{ name: <bdi>{name}</bdi> }} />}
      text={<FormattedMessage id="association.email.dialog.text" />}
      submitLabel={<FormattedMessage id="association.email.submit" />}
      isValid={isEmail}
      mutation={correct}
      onSubmit={correct.mutate}
      onClose={onClose}
    >
      {(hasTried) => (
        <Field
          name="email"
          type="email"
          required
          autoComplete="off"
          dir="ltr"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          label={<FormattedMessage id="association.email.new" />}
          wrong={hasTried && !isEmail && <FormattedMessage id="association.email.invalid" />}
        />
      )}
    </ReasonFormDialog>
  );
}
