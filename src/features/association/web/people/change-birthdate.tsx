import { CalendarDays } from 'lucide-react';
import { useId, useState, type FormEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Field, TextAreaField } from '#ui/fields/field.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { birthdates } from '#features/association/web/client.ts';
import { useDecideRequest } from '#features/association/web/family-requests/queries.ts';

/** Lets staff change a birthdate with a reason. */
export function ChangeBirthdate({ affiliateId, birthdate }: { affiliateId: number; birthdate: string | null }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button kind="outlined" size="fine" onClick={() => setIsOpen(true)}>
        <CalendarDays size={16} aria-hidden="true" />
        <FormattedMessage id="association.birthdate.action" />
      </Button>
      {isOpen && (
        <ChangeDialog affiliateId={affiliateId} birthdate={birthdate ?? ''} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}

function ChangeDialog(props: { affiliateId: number; birthdate: string; onClose: () => void }) {
  const { affiliateId, birthdate, onClose } = props;
  const intl = useIntl();
  const formId = useId();
  const [birthDate, setBirthDate] = useState(birthdate);
  const [reason, setReason] = useState('');
  const [hasTried, setHasTried] = useState(false);
  const decision = useDecideRequest(onClose);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setHasTried(true);
    if (birthDate === '' || reason.trim() === '') return;
    const body = { birthDate, reason: reason.trim() };
    decision.mutate(() => birthdates('POST user/{affiliateId}/birthdate', { params: { affiliateId }, body }));
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={<FormattedMessage id="association.birthdate.action" />}
      actions={
        <>
          <Button kind="outlined" onClick={onClose}>
            <FormattedMessage id="association.reject.cancel" />
          </Button>
          <Button type="submit" form={formId} isBusy={decision.isPending}>
            <FormattedMessage id="association.birthdate.send" />
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={send} noValidate className="grid gap-4">
        <FormAlert
          problem={decision.isError ? formatErrorMessage(intl, decision.error) : undefined}
          refusals={decision.failureCount}
        />
        <Field
          name="birthDate"
          type="date"
          required
          value={birthDate}
          onChange={(event) => setBirthDate(event.target.value)}
          label={<FormattedMessage id="association.person.born" />}
          wrong={hasTried && birthDate === '' && <FormattedMessage id="association.birthdate.missing" />}
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
      </form>
    </Dialog>
  );
}
