import { useEffect, useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useForm } from '../../../platform/web/form.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { family } from './client.ts';
import { isAddress } from './is-address.ts';
import { refreshFamily } from './queries.ts';
import type { Ward } from './use-guardian-steps.ts';

/** Asks somebody by mail; they need no account yet. */
export function InviteDialog({ child, onClose }: { child: Ward; onClose: () => void }) {
  const intl = useIntl();
  const formId = useId();
  const { affiliateId, isOwn, name } = child;
  const { form, problems, formProblem, refusals, isBusy } = useForm<'email'>({
    retryField: 'email',
    check: ({ email = '' }) => (isAddress(email) ? {} : { email: 'family.email.missing' }),
    send: async ({ email = '' }) => {
      await family('POST Invites', { body: { affiliateId, email: email.trim() } });
      void refreshFamily();
      showToast({ text: intl.formatMessage({ id: 'family.invite.sent' }, { email: email.trim() }) });
      onClose();
    },
  });
  useEffect(() => form.ref.current?.querySelector('input')?.focus(), [form.ref]);
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={<FormattedMessage id="family.invite.title" />}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            <FormattedMessage id="family.cancel" />
          </Button>
          <Button type="submit" form={formId} isBusy={isBusy}>
            <FormattedMessage id="family.invite.send" />
          </Button>
        </>
      }
    >
      <form {...form} id={formId}>
        <FormAlert problem={formProblem !== null && <FormattedMessage id={formProblem} />} refusals={refusals} />
        <p className="mb-4 text-sm text-ink-2">
          <FormattedMessage
            id={isOwn ? 'family.invite.text_own' : 'family.invite.text'}
            values={{ name: <bdi>{name}</bdi> }}
          />
        </p>
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
      </form>
    </Dialog>
  );
}
