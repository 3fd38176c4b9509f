import { CalendarDays } from '#ui/icons/icons.ts';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '#ui/buttons/button.tsx';
import { Field } from '#ui/fields/field.tsx';
import { birthdateClient } from '#features/association/web/client.ts';
import { useDecideRequest } from '#features/association/web/family-requests/queries.ts';
import { ReasonFormDialog } from './reason-form-dialog.tsx';

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
        <ChangeBirthdateDialog affiliateId={affiliateId} birthdate={birthdate ?? ''} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}

function ChangeBirthdateDialog(props: { affiliateId: number; birthdate: string; onClose: () => void }) {
  const { affiliateId, birthdate, onClose } = props;
  const [birthDate, setBirthDate] = useState(birthdate);
  const decision = useDecideRequest(onClose);
  const params = { affiliateId };
  return (
    <ReasonFormDialog
      title={<FormattedMessage id="association.birthdate.action" />}
      submitLabel={<FormattedMessage id="association.birthdate.send" />}
      isValid={birthDate !== ''}
      mutation={decision}
      onSubmit={(reason) =>
        decision.mutate({
          decide: () => birthdateClient('POST user/{affiliateId}/birthdate', { params, body: { birthDate, reason } }),
        })
      }
      onClose={onClose}
    >
      {(hasTried) => (
        <Field
          name="birthDate"
          type="date"
          required
          value={birthDate}
          onChange={(event) => setBirthDate(event.target.value)}
          label={<FormattedMessage id="association.person.born" />}
          wrong={hasTried && birthDate === '' && <FormattedMessage id="association.birthdate.missing" />}
        />
      )}
    </ReasonFormDialog>
  );
}
