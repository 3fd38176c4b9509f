import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { toIsoDate } from '#platform/shared/dates.ts';
import { useForm, type FormValues } from '#platform/web/hooks/use-form.ts';
import { Button } from '#ui/buttons/button.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { DateFields } from '#ui/fields/date-fields.tsx';
import { findBirthdateProblems } from '#features/account/shared/rules.ts';
import { fetchProfile } from './profile-queries.ts';
import { toGroupVersions, toProfileValues } from './profile-values.ts';
import { saveByGroup } from './save-profile.ts';

interface BirthdateFormProps {
  affiliateId: number;
  /** The text of the button. */
  action: ReactNode;
  onSaved: () => void;
}

const fieldNames = { day: 'birthDay', month: 'birthMonth', year: 'birthYear' } as const;
const parts = ['day', 'month', 'year'] as const;

const toParts = ({ birthDay = '', birthMonth = '', birthYear = '' }: FormValues) => ({
  day: birthDay,
  month: birthMonth,
  year: birthYear,
});

/** Asks for a missing birthdate on the page that needs it. The rest of the profile stays as it is. */
export function BirthdateForm({ affiliateId, action, onSaved }: BirthdateFormProps) {
  const intl = useIntl();
  const { form, problems, formProblem, failureCount, isBusy } = useForm<(typeof fieldNames)[keyof typeof fieldNames]>({
    check: (values) => findBirthdateProblems(toParts(values), toIsoDate(new Date())),
    send: async (values) => {
      const profile = await fetchProfile(affiliateId);
      const { day, month, year } = toParts(values);
      const birthDate = [year, month, day].map((part) => part.trim()).join('-');
      await saveByGroup.user(profile, { ...toProfileValues(profile), birthDate }, toGroupVersions(profile).user);
      onSaved();
    },
    retryField: 'birthDay',
  });
  const wrong = parts.find((part) => problems[fieldNames[part]] !== undefined);
  const problem = wrong && problems[fieldNames[wrong]];
  return (
    <form {...form} className="grid gap-4 text-start">
      <FormAlert problem={formProblem && intl.formatMessage({ id: formProblem })} failureCount={failureCount} />
      <DateFields
        name="birthdate"
        legend={<FormattedMessage id="account.birthdate.label" />}
        tag={intl.locale}
        labels={{
          day: <FormattedMessage id="account.birthdate.day" />,
          month: <FormattedMessage id="account.birthdate.month" />,
          year: <FormattedMessage id="account.birthdate.year" />,
        }}
        input={(part) => ({ name: fieldNames[part] })}
        wrongParts={parts.filter((part) => problems[fieldNames[part]] !== undefined)}
        wrong={problem && <FormattedMessage id={problem} />}
      />
      <Button type="submit" isBusy={isBusy}>
        {action}
      </Button>
    </form>
  );
}
