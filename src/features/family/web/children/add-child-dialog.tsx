import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import type { MessageId } from '#platform/shared/message-id.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { isMinor } from '#domain/age.ts';
import { orderNameFields } from '#platform/web/i18n/name-field-order.ts';
import { useForm, type FormValues } from '#platform/web/hooks/use-form.ts';
import { useLocale } from '#platform/web/i18n/i18n.tsx';
import { DateFields } from '#ui/fields/date-fields.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { Field } from '#ui/fields/field.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { Select } from '#ui/fields/select.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import { findBirthdateProblems, joinBirthdate } from '#features/account/shared/rules.ts';
import { genders } from '#features/identity/shared/rules.ts';
import { familyClient } from '#features/family/web/client.ts';
import { refreshFamily } from '#features/family/web/queries.ts';

const dateParts = ['day', 'month', 'year'] as const;
const genderMessages = {
  Male: 'account.gender.male',
  Female: 'account.gender.female',
  'Non-binary': 'account.gender.non_binary',
  'Prefer not to say': 'account.gender.unsaid',
} as const;

type ChildField = 'firstName' | 'lastName' | 'birthdate';

/** Creates an account for a child without an email address. */
export function AddChildDialog({ onClose }: { onClose: () => void }) {
  const intl = useIntl();
  const names = orderNameFields(useLocale(), ['first', 'middle'] as const, 'last');
  // The server creates one child for a key, however often the form is sent.
  const [key] = useState(() => crypto.randomUUID());
  const [gender, setGender] = useState<(typeof genders)[number] | null>(null);
  const { form, problems, formProblem, failureCount, isBusy } = useForm<ChildField>({
    retryField: names[0] === 'last' ? 'lastName' : 'firstName',
    check: findProblems,
    send: async (values) => {
      const { firstName = '', middleName = '', lastName = '' } = values;
      const birthdate = parseBirthdateValues(values) ?? '';
      await familyClient('POST Children', { body: { key, firstName, middleName, lastName, birthdate, gender } });
      await refreshFamily();
      showToast({ text: intl.formatMessage({ id: 'family.add.done' }, { name: firstName.trim() }) });
      onClose();
    },
  });
  const wrong = (field: ChildField) => problems[field] && <FormattedMessage id={problems[field]} />;
  return (
    <FormDialog
      title={<FormattedMessage id="family.add.title" />}
      form={form}
      focusField={`${names[0]}Name`}
      cancelLabel={<FormattedMessage id="family.cancel" />}
      submitLabel={<FormattedMessage id="family.add.submit" />}
      isBusy={isBusy}
      onClose={onClose}
    >
      <FormAlert problem={formProblem !== null && <AddChildError id={formProblem} />} failureCount={failureCount} />
      <p className="mb-4 text-sm text-ink-2">
        <FormattedMessage id="family.add.text" />
      </p>
      <div className="grid gap-4">
        {names.map((name) => (
          <Field
            key={name}
            name={`${name}Name`}
            autoComplete="off"
            label={<FormattedMessage id={`account.name.${name}`} />}
            {...(name === 'middle'
              ? { maxLength: 100, optional: <FormattedMessage id="account.optional" /> }
              : { required: true, wrong: wrong(`${name}Name`) })}
          />
        ))}
        <DateFields
          name="birthdate"
          legend={<FormattedMessage id="account.birthdate.label" />}
          tag={intl.locale}
          labels={{
            day: <FormattedMessage id="account.birthdate.day" />,
            month: <FormattedMessage id="account.birthdate.month" />,
            year: <FormattedMessage id="account.birthdate.year" />,
          }}
          input={(part) => ({ name: part, required: true, autoComplete: 'off' })}
          wrongParts={problems.birthdate === undefined ? [] : dateParts}
          wrong={wrong('birthdate')}
        />
        <Select
          label={<FormattedMessage id="account.gender.label" />}
          optional={<FormattedMessage id="account.optional" />}
          placeholder={intl.formatMessage({ id: 'account.gender.none' })}
          choices={genders.map((id) => ({ id, label: intl.formatMessage({ id: genderMessages[id] }) }))}
          value={gender}
          onChange={(id) => setGender(genders.find((known) => known === id) ?? null)}
        />
      </div>
    </FormDialog>
  );
}

/** Links to the profile when the guardian's own birthdate is missing. */
function AddChildError({ id }: { id: MessageId }) {
  return (
    <>
      <FormattedMessage id={id} />
      {id === 'error.family.birthdate_missing' && (
        <Link className="mt-2 block" to="/profile">
          <FormattedMessage id="family.to_profile" />
        </Link>
      )}
    </>
  );
}

function parseBirthdateValues({ day = '', month = '', year = '' }: FormValues): string | null {
  return joinBirthdate({ day, month, year });
}

function findProblems(values: FormValues): Partial<Record<ChildField, MessageId>> {
  const { firstName = '', lastName = '', day = '', month = '', year = '' } = values;
  const today = toIsoDate(new Date());
  const [date] = Object.values(findBirthdateProblems({ day, month, year }, today));
  const birthdate = parseBirthdateValues(values);
  return {
    ...nameProblem('firstName', firstName, 'account.first_name.missing'),
    ...nameProblem('lastName', lastName, 'account.last_name.missing'),
    ...(date !== undefined
      ? { birthdate: date }
      : birthdate !== null && !isMinor(birthdate, today) && { birthdate: 'error.family.not_a_minor' as const }),
  };
}

function nameProblem(field: ChildField, typed: string, missing: MessageId): Partial<Record<ChildField, MessageId>> {
  if (typed.trim() === '') return { [field]: missing };
  return typed.trim().length > 100 ? { [field]: 'account.name.too_long' } : {};
}
