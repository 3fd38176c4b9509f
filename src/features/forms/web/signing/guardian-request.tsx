import { useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { looksLikeEmail } from '#platform/shared/mailbox.ts';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { useForm } from '#platform/web/hooks/use-form.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { Field, fieldLabel, fieldOptional } from '#ui/fields/field.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { Draft, Signer } from '#features/forms/shared/contract.ts';
import { formClient } from '#features/forms/web/client.ts';
import { useOpenForms } from '#features/forms/web/fill/form-context.ts';
import { refreshForms } from '#features/forms/web/queries.ts';

interface GuardianRequestProps {
  signer: Signer;
  role: ReactNode;
}

const requestId = 'guardian-request';

/** Sends the form of `GuardianRequest` from the phone's action bar. */
export function AskGuardianButton() {
  const { draft } = useOpenForms();
  const isKnown = draft.signers.some(({ role, name }) => role === 'guardian' && name !== null);
  return (
    <Button kind={isKnown ? 'filled' : inviteKind(draft)} size="lg" type="submit" form={requestId}>
      <FormattedMessage id={isKnown ? 'forms.sign.tell_again' : inviteLabel(draft)} />
    </Button>
  );
}

/** The invited guardian acts next, so sending the link again is a secondary action. */
const inviteKind = ({ invitedGuardian }: Draft) => (invitedGuardian === null ? 'filled' : 'outlined');
const inviteLabel = ({ invitedGuardian }: Draft) =>
  invitedGuardian === null ? 'forms.sign.guardian_send' : 'forms.physician.ask_again';

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
    if (isBusy) return;
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
        <form
          id={requestId}
          onSubmit={(event) => {
            event.preventDefault();
            void remind();
          }}
        >
          <Button kind="outlined" size="sm" className="mt-3 only-wide" type="submit" isBusy={isBusy}>
            <FormattedMessage id="forms.sign.tell_again" />
          </Button>
        </form>
      )}
    </Callout>
  );
}

function InviteGuardian() {
  const intl = useIntl();
  const { draft } = useOpenForms();
  const { invitedGuardian } = draft;
  const { form, problems, formProblem, isBusy, failureCount } = useForm<'email'>({
    check: ({ email = '' }) => (looksLikeEmail(email) ? {} : { email: 'forms.sign.email_wrong' }),
    send: async ({ email = '' }) => {
      await formClient('POST Drafts/{id}/ask-guardian', { params: { id: draft.id }, body: { email: email.trim() } });
      if (invitedGuardian !== null)
        showToast({ text: intl.formatMessage({ id: 'forms.sign.guardian_sent' }, { email: email.trim() }) });
      await refreshForms();
    },
    retryField: 'email',
  });
  return (
    <form {...form} id={requestId} className="grid gap-3">
      {/* Above the field, because a phone's action bar and keyboard cover what is below it. */}
      <div aria-live="polite">
        {invitedGuardian === null ? (
          <p className="text-sm text-ink-2">
            <FormattedMessage id="forms.sign.guardian_unknown" />
          </p>
        ) : (
          <Callout kind="wait">
            <FormattedMessage id="forms.sign.guardian_sent" values={{ email: <bdi>{invitedGuardian}</bdi> }} />
          </Callout>
        )}
      </div>
      <FormAlert problem={formProblem && intl.formatMessage({ id: formProblem })} failureCount={failureCount} />
      <Field
        name="email"
        type="email"
        autoComplete="off"
        defaultValue={invitedGuardian ?? ''}
        label={<FormattedMessage id="forms.sign.guardian_email" />}
        wrong={problems.email && intl.formatMessage({ id: problems.email })}
      />
      <Button kind={inviteKind(draft)} className="only-wide" type="submit" isBusy={isBusy}>
        <FormattedMessage id={inviteLabel(draft)} />
      </Button>
    </form>
  );
}
