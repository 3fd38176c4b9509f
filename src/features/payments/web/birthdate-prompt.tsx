import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { toIsoDate } from '#platform/shared/dates.ts';
import { ApiError } from '#platform/web/client/client.ts';
import { getErrorMessageId } from '#platform/web/client/api-errors.ts';
import { Button } from '#ui/buttons/button.tsx';
import { DateFields } from '#ui/fields/date-fields.tsx';
import { joinBirthdate } from '#features/account/shared/rules.ts';
import { isBirthdate } from '#features/identity/shared/rules.ts';
import { paymentClient } from './client.ts';

/** Asks for a missing birthdate, because minors ask a guardian to pay. */
export function BirthdatePrompt({ onSaved }: { onSaved: () => void }) {
  const intl = useIntl();
  const id = useId();
  const [typed, setTyped] = useState({ day: '', month: '', year: '' });
  const [isWrong, setIsWrong] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (birthDate: string) => paymentClient('PUT billing/birthdate', { body: { birthDate } }),
    onSuccess: onSaved,
  });
  const refused = error instanceof ApiError ? getErrorMessageId(error) : error === null ? null : 'GeneralError';
  const wrong = isWrong ? 'payments.birthdate.invalid' : refused;

  function send(): void {
    const birthdate = joinBirthdate(typed);
    const isRight = birthdate !== null && isBirthdate(birthdate, toIsoDate(new Date()));
    setIsWrong(!isRight);
    if (isRight && !isPending) mutate(birthdate);
  }

  return (
    <form
      noValidate
      className="card p-5 lg:p-6 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <h2>
        <FormattedMessage id="payments.birthdate.title" />
      </h2>
      <p className="text-sm text-ink-2">
        <FormattedMessage id="payments.birthdate.text" />
      </p>
      <DateFields
        legend={<FormattedMessage id="payments.birthdate.label" />}
        tag={intl.locale}
        labels={{
          day: <FormattedMessage id="payments.birthdate.day" />,
          month: <FormattedMessage id="payments.birthdate.month" />,
          year: <FormattedMessage id="payments.birthdate.year" />,
        }}
        input={(part) => ({
          id: `${id}-${part}`,
          name: `birthdate-${part}`,
          required: true,
          value: typed[part],
          onChange: (event) => {
            setTyped({ ...typed, [part]: event.target.value });
            setIsWrong(false);
          },
        })}
        wrongParts={wrong === null ? [] : ['day', 'month', 'year']}
        wrong={wrong !== null && <FormattedMessage id={wrong} />}
      />
      <Button type="submit" isBusy={isPending}>
        <FormattedMessage id="payments.birthdate.save" />
      </Button>
    </form>
  );
}
