import { Mail } from '#ui/icons/icons.ts';
import { FormattedMessage, useIntl } from 'react-intl';
import { looksLikeEmail } from '#platform/shared/mailbox.ts';
import { useForm } from '#platform/web/hooks/use-form.ts';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { Field } from '#ui/fields/field.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { FormRecordData, FormRecord } from '#features/forms/shared/contract.ts';
import { physicianClient } from '#features/forms/web/client.ts';
import { refreshForms } from '#features/forms/web/queries.ts';

interface PhysicianLinkDialogProps {
  record: FormRecord;
  /** The previous link, which stops working. */
  sent: FormRecordData['physicianLink'];
  onClose: () => void;
}

/** Sends a link to the physician by email; it is shown to no one else. */
export function PhysicianLinkDialog({ record, sent, onClose }: PhysicianLinkDialogProps) {
  const intl = useIntl();
  const { form, problems, formProblem, failureCount, isBusy } = useForm<'email'>({
    check: ({ email = '' }) => (looksLikeEmail(email) ? {} : { email: 'forms.physician.email_missing' }),
    send: async ({ email = '' }) => {
      const { sentTo } = await physicianClient('POST Records/{id}/physician-link', {
        params: { id: record.id },
        body: { email: email.trim() },
      });
      showToast({ text: intl.formatMessage({ id: 'forms.physician.sent' }, { email: sentTo }) });
      onClose();
      await refreshForms();
    },
  });
  return (
    <FormDialog
      title={<FormattedMessage id="forms.physician.ask_title" />}
      form={form}
      className="grid gap-4"
      cancelLabel={<FormattedMessage id="forms.confirm.cancel" />}
      submitLabel={
        <>
          <Mail size={18} aria-hidden="true" />
          <FormattedMessage id="forms.physician.ask" />
        </>
      }
      isBusy={isBusy}
      onClose={onClose}
    >
      <FormAlert problem={formProblem !== null && <FormattedMessage id={formProblem} />} failureCount={failureCount} />
      <p className="text-sm text-ink-2">
        <FormattedMessage id="forms.physician.ask_text" />
      </p>
      <Field
        name="email"
        type="email"
        dir="ltr"
        required
        autoComplete="off"
        maxLength={254}
        label={<FormattedMessage id="forms.physician.email" />}
        defaultValue={sent?.sentTo}
        hint={sent && <FormattedMessage id="forms.physician.ask_replaces" />}
        wrong={problems.email && <FormattedMessage id={problems.email} />}
      />
    </FormDialog>
  );
}
