import { FormattedMessage, useIntl } from 'react-intl';
import { useForm } from '#platform/web/hooks/use-form.ts';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { Field } from '#ui/fields/field.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import { familyClient } from '#features/family/web/client.ts';
import { looksLikeEmail } from '#platform/shared/mailbox.ts';
import { refreshFamily } from '#features/family/web/queries.ts';
import type { Ward } from './use-guardian-actions.ts';

interface InviteDialogProps {
  child: Ward;
  /** Guardians who can veto it. */
  others: readonly string[];
  onClose: () => void;
}

/** Invites a person by email, with or without an account. */
export function InviteDialog({ child, others, onClose }: InviteDialogProps) {
  const intl = useIntl();
  const { affiliateId, isOwn, name } = child;
  const { form, problems, formProblem, failureCount, isBusy } = useForm<'email'>({
    retryField: 'email',
    check: ({ email = '' }) => (looksLikeEmail(email) ? {} : { email: 'family.email.missing' }),
    send: async ({ email = '' }) => {
      const { state } = await familyClient('POST Invites', { body: { affiliateId, email: email.trim() } });
      void refreshFamily();
      const text = state === 'sent' ? 'family.invite.sent' : 'family.invite.proposed_toast';
      showToast({ text: intl.formatMessage({ id: text }, { email: email.trim() }) });
      onClose();
    },
  });
  return (
    <FormDialog
      title={<FormattedMessage id="family.invite.title" />}
      form={form}
      focusField="email"
      cancelLabel={<FormattedMessage id="family.cancel" />}
      submitLabel={<FormattedMessage id="family.invite.send" />}
      isBusy={isBusy}
      onClose={onClose}
    >
      <FormAlert problem={formProblem !== null && <FormattedMessage id={formProblem} />} failureCount={failureCount} />
      <p className="mb-4 text-sm text-ink-2">
        <FormattedMessage
          id={isOwn ? 'family.invite.explain_own' : 'family.invite.explain'}
          values={{ name: <bdi>{name}</bdi> }}
        />
      </p>
      {others.length > 0 && (
        <p className="mb-4 text-sm text-ink-2">
          <FormattedMessage
            id="family.invite.others"
            values={{ names: <bdi>{intl.formatList(others, { type: 'conjunction' })}</bdi> }}
          />
        </p>
      )}
      <Field
        name="email"
        type="email"
        dir="ltr"
        maxLength={254}
        required
        autoComplete="off"
        label={<FormattedMessage id="family.email.label" />}
        wrong={problems.email && <FormattedMessage id={problems.email} />}
      />
    </FormDialog>
  );
}
