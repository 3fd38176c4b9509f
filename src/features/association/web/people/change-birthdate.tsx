import { CalendarDays } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { Button } from '#ui/buttons/button.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { Field, TextAreaField } from '#ui/fields/field.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { birthdateClient } from '#features/association/web/client.ts';
import { useDecideRequest } from '#features/association/web/family-requests/queries.ts';

/** Lets staff change a birthdate with a reason. */
export function ChangeBirthdate({ affiliateId, birthdate }: { affiliateId: number; birthdate: string | null }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button align="start" kind="outlined" size="sm" onClick={() => setIsOpen(true)}>
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
  const [birthDate, setBirthDate] = useState(birthdate);
  const [reason, setReason] = useState('');
  const [hasTried, setHasTried] = useState(false);
  const decision = useDecideRequest(onClose);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setHasTried(true);
    if (birthDate === '' || reason.trim() === '') return;
    const body = { birthDate, reason: reason.trim() };
    decision.mutate(() => birthdateClient('POST user/{affiliateId}/birthdate', { params: { affiliateId }, body }));
  };
  return (
    <FormDialog
      title={<FormattedMessage id="association.birthdate.action" />}
      form={{ onSubmit: send }}
      className="grid gap-4"
      cancelLabel={<FormattedMessage id="association.reject.cancel" />}
      cancelKind="outlined"
      submitLabel={<FormattedMessage id="association.birthdate.send" />}
      isBusy={decision.isPending}
      onClose={onClose}
    >
      <FormAlert
        problem={decision.isError ? formatErrorMessage(intl, decision.error) : undefined}
        failureCount={decision.failureCount}
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
    </FormDialog>
  );
}
