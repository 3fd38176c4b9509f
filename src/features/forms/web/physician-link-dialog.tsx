import { useMutation } from '@tanstack/react-query';
import { Mail, QrCode as CodeIcon } from 'lucide-react';
import { useId, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { failureText } from '../../../platform/web/failure-text.ts';
import { useForm } from '../../../platform/web/form.ts';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import type { FormRecord } from '../shared/contract.ts';
import { physicians } from './client.ts';
import { dayText } from './forms-words.ts';

interface MadeLink {
  url: string;
  expiresDate: string;
}

const makeLink = (id: string, email: string | null) =>
  physicians('POST Records/{id}/physician-link', { params: { id }, body: { email } });

/** By e-mail to the practice, or shown here: to be scanned in the surgery, or copied. */
export function PhysicianLinkDialog({ record, onClose }: { record: FormRecord; onClose: () => void }) {
  const intl = useIntl();
  const formId = useId();
  const [made, setMade] = useState<MadeLink | null>(null);
  const show = useMutation({
    mutationFn: () => makeLink(record.id, null),
    onSuccess: ({ url, expiresDate }) => {
      if (url !== null) setMade({ url, expiresDate });
    },
    onError: (error) => showToast({ text: failureText(intl, error) }),
  });
  const { form, problems, formProblem, refusals, isBusy } = useForm<'email'>({
    check: ({ email = '' }) =>
      /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? {} : { email: 'forms.physician.email_missing' },
    send: async ({ email = '' }) => {
      await makeLink(record.id, email.trim());
      showToast({ text: intl.formatMessage({ id: 'forms.physician.sent' }, { email: email.trim() }) });
      onClose();
    },
  });
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={<FormattedMessage id="forms.physician.link_title" />}
      actions={
        made === null ? (
          <>
            <Button kind="quiet" isBusy={show.isPending} onClick={() => show.mutate()}>
              <CodeIcon size={18} aria-hidden="true" />
              <FormattedMessage id="forms.physician.link_show" />
            </Button>
            <Button type="submit" form={formId} isBusy={isBusy}>
              <Mail size={18} aria-hidden="true" />
              <FormattedMessage id="forms.physician.link_send" />
            </Button>
          </>
        ) : (
          <Button kind="outlined" onClick={onClose}>
            <FormattedMessage id="shell.close" />
          </Button>
        )
      }
    >
      {made === null ? (
        <form {...form} id={formId} className="grid gap-4">
          <FormAlert problem={formProblem !== null && <FormattedMessage id={formProblem} />} refusals={refusals} />
          <p className="text-sm text-ink-2">
            <FormattedMessage id="forms.physician.link_text" />
          </p>
          <Field
            name="email"
            type="email"
            dir="ltr"
            required
            autoComplete="off"
            maxLength={254}
            label={<FormattedMessage id="forms.physician.email" />}
            wrong={problems.email && <FormattedMessage id={problems.email} />}
          />
        </form>
      ) : (
        <ShownLink link={made} />
      )}
    </Dialog>
  );
}

function ShownLink({ link: { url, expiresDate } }: { link: MadeLink }) {
  const intl = useIntl();
  const say = (id: string) => intl.formatMessage({ id: `forms.physician.${id}` });
  return (
    <div className="grid gap-4">
      <div className="physician-code">
        <QrCode text={url} label={say('code')} />
      </div>
      <Field
        readOnly
        dir="ltr"
        label={<FormattedMessage id="forms.physician.link" />}
        hint={<FormattedMessage id="forms.physician.link_until" values={{ until: dayText(intl, expiresDate) }} />}
        value={url}
        onFocus={({ target }) => target.select()}
        end={<CopyButton text={url} label={say('copy')} copied={say('copied')} notCopied={say('not_copied')} />}
      />
      <Callout>
        <FormattedMessage id="forms.physician.link_private" />
      </Callout>
    </div>
  );
}
