import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { isMinor } from '#domain/age.ts';
import { orderNameFields } from '#platform/web/i18n/name-field-order.ts';
import { useForm, type FormValues } from '#platform/web/hooks/use-form.ts';
import { useLocale } from '#platform/web/i18n/i18n.tsx';
import { ApiError } from '#platform/web/client/client.ts';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { currentToken } from '#platform/web/session/session.ts';
import { DateFields } from '#ui/fields/date-fields.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { Field } from '#ui/fields/field.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { Select } from '#ui/fields/select.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import { findBirthdateProblems, joinBirthdate } from '#features/account/shared/rules.ts';
import { genders } from '#features/identity/shared/rules.ts';
import type { NewChild } from '#features/family/shared/contract.ts';
import type { BirthdateFormSlot } from '#features/family/web/accept-invite/accept-invite.tsx';
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

interface AddChildDialogProps {
  birthdateForm: BirthdateFormSlot;
  /** Called before the dialog closes. */
  onAdded?: (affiliateId: number) => void;
  onClose: () => void;
}

/** Creates an account for a child without an email address. */
export function AddChildDialog({ birthdateForm, onAdded, onClose }: AddChildDialogProps) {
  const intl = useIntl();
  const names = orderNameFields(useLocale(), ['first', 'middle'] as const, 'last');
  // The server creates one child for a key, however often the form is sent.
  const [key] = useState(() => crypto.randomUUID());
  const [gender, setGender] = useState<(typeof genders)[number] | null>(null);
  // Sent again when the guardian's own birthdate is known.
  const [unsent, setUnsent] = useState<NewChild | null>(null);
  const add = async (body: NewChild) => {
    const { affiliateId } = await familyClient('POST Children', { body });
    await refreshFamily();
    showToast({ text: intl.formatMessage({ id: 'family.add.done' }, { name: body.firstName.trim() }) });
    onAdded?.(affiliateId);
    onClose();
  };
  const { form, problems, formProblem, failureCount, isBusy } = useForm<ChildField>({
    retryField: names[0] === 'last' ? 'lastName' : 'firstName',
    check: findProblems,
    send: async (values) => {
      const { firstName = '', middleName = '', lastName = '' } = values;
      const birthdate = parseBirthdateValues(values) ?? '';
      const body = { key, firstName, middleName, lastName, birthdate, gender };
      await add(body).catch((error: unknown) => {
        if (!(error instanceof ApiError && error.code === 'family.birthdate_missing')) throw error;
        setUnsent(body);
      });
    },
  });
  if (unsent !== null)
    return <OwnBirthdateDialog birthdateForm={birthdateForm} onSaved={() => add(unsent)} onClose={onClose} />;
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
      <FormAlert problem={formProblem && <FormattedMessage id={formProblem} />} failureCount={failureCount} />
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

interface OwnBirthdateDialogProps {
  birthdateForm: BirthdateFormSlot;
  onSaved: () => Promise<void>;
  onClose: () => void;
}

/** Asks for the guardian's own birthdate, which decides whether they may add a child. */
function OwnBirthdateDialog({ birthdateForm, onSaved, onClose }: OwnBirthdateDialogProps) {
  const intl = useIntl();
  const add = useMutation({ mutationFn: onSaved });
  return (
    <Dialog isOpen title={<FormattedMessage id="family.add.title" />} onOpenChange={onClose}>
      <FormAlert
        problem={add.error === null ? undefined : formatErrorMessage(intl, add.error)}
        failureCount={add.failureCount}
      />
      <p className="mb-4 text-sm text-ink-2">
        <FormattedMessage id="error.family.birthdate_missing" />
      </p>
      {birthdateForm({
        affiliateId: currentToken()?.affiliateId ?? 0,
        action: <FormattedMessage id="family.add.submit" />,
        onSaved: () => add.mutate(),
      })}
    </Dialog>
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
