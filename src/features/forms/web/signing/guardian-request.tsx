import { useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { useForm } from '#platform/web/hooks/use-form.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { Field, fieldLabel, fieldOptional } from '#ui/fields/field.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { Signer } from '#features/forms/shared/contract.ts';
import { formClient } from '#features/forms/web/client.ts';
import { useOpenForms } from '#features/forms/web/fill/form-context.ts';

interface GuardianRequestProps {
  signer: Signer;
  role: ReactNode;
}

/** Reminds linked guardians to sign, or invites a new one by email. */
export function GuardianRequest({ signer, role }: GuardianRequestProps) {
  return (
    <div className="signature">
      <div className={fieldLabel}>
        <bdi>{signer.name ?? role}</bdi>
        {signer.name !== null && role && <span className={fieldOptional}>{role}</span>}
      </div>
      {signer.name === null ? <InviteGuardian /> : <RemindGuardian name={signer.name} />}
    </div>
  );
}

function RemindGuardian({ name }: { name: string }) {
  const intl = useIntl();
  const { draft } = useOpenForms();
  const [isBusy, setIsBusy] = useState(false);
  async function remind(): Promise<void> {
    setIsBusy(true);
    try {
      await formClient('POST Drafts/{id}/ask-guardian', { params: { id: draft.id }, body: { email: null } });
      showToast({ text: intl.formatMessage({ id: 'forms.sign.told' }, { name }) });
    } catch (error) {
      showToast({ text: formatErrorMessage(intl, error) });
    }
    setIsBusy(false);
  }
  return (
    <Callout kind="wait">
      <b>
        <FormattedMessage id="forms.sign.waiting" values={{ name: <bdi>{name}</bdi> }} />
      </b>
      <p>
        <FormattedMessage id="forms.sign.waiting_text" values={{ name: <bdi>{name}</bdi> }} />
      </p>
      {draft.isOwn && (
        <Button kind="outlined" size="sm" className="mt-3" isBusy={isBusy} onClick={() => void remind()}>
          <FormattedMessage id="forms.sign.tell_again" />
        </Button>
      )}
    </Callout>
  );
}

function InviteGuardian() {
  const intl = useIntl();
  const { draft } = useOpenForms();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { form, problems, formProblem, isBusy, failureCount } = useForm<'email'>({
    check: ({ email = '' }) => (/^\S+@\S+\.\S+$/.test(email.trim()) ? {} : { email: 'forms.sign.email_wrong' }),
    send: async ({ email = '' }) => {
      await formClient('POST Drafts/{id}/ask-guardian', { params: { id: draft.id }, body: { email: email.trim() } });
      setSentTo(email.trim());
    },
    retryField: 'email',
  });
  return (
    <form {...form} className="grid gap-3">
      <p className="text-sm text-ink-2">
        <FormattedMessage id="forms.sign.guardian_unknown" />
      </p>
      <FormAlert problem={formProblem && intl.formatMessage({ id: formProblem })} failureCount={failureCount} />
      <Field
        name="email"
        type="email"
        autoComplete="off"
        label={<FormattedMessage id="forms.sign.guardian_email" />}
        wrong={problems.email && intl.formatMessage({ id: problems.email })}
      />
      <Button kind="outlined" type="submit" isBusy={isBusy}>
        <FormattedMessage id="forms.sign.guardian_send" />
      </Button>
      <div aria-live="polite">
        {sentTo !== null && (
          <Callout kind="wait">
            <FormattedMessage id="forms.sign.guardian_sent" values={{ email: <bdi>{sentTo}</bdi> }} />
          </Callout>
        )}
      </div>
    </form>
  );
}
