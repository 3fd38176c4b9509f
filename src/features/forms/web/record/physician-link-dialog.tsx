import { Mail } from 'lucide-react';
import { useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useForm } from '#platform/web/hooks/use-form.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
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
  const formId = useId();
  const { form, problems, formProblem, refusals, isBusy } = useForm<'email'>({
    check: ({ email = '' }) =>
      /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? {} : { email: 'forms.physician.email_missing' },
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
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={<FormattedMessage id="forms.physician.ask_title" />}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            <FormattedMessage id="forms.confirm.cancel" />
          </Button>
          <Button type="submit" form={formId} isBusy={isBusy}>
            <Mail size={18} aria-hidden="true" />
            <FormattedMessage id="forms.physician.ask" />
          </Button>
        </>
      }
    >
      <form {...form} id={formId} className="grid gap-4">
        <FormAlert problem={formProblem !== null && <FormattedMessage id={formProblem} />} refusals={refusals} />
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
      </form>
    </Dialog>
  );
}
