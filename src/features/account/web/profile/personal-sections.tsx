import { FormattedMessage, useIntl } from 'react-intl';
import { FormattedDay } from '#platform/web/i18n/formatted-day.tsx';
import type { MessageId } from '#platform/shared/message-id.ts';
import { orderNameFields } from '#platform/web/i18n/name-field-order.ts';
import { useLocale } from '#platform/web/i18n/i18n.tsx';
import { genders } from '#features/identity/shared/rules.ts';
import { DateFields } from '#ui/fields/date-fields.tsx';
import { Select } from '#ui/fields/select.tsx';
import { isCompany, joinBirthdate } from '#features/account/shared/rules.ts';
import { ConflictChoice, getFieldId, ProfileField, renderFieldProblem } from './profile-field.tsx';
import type { ProfileForm } from './use-profile-form.ts';
import { ProfileSection } from './profile-section.tsx';
import { BirthdateOnFile } from './birthdate-on-file.tsx';
import { type FullProfile, splitBirthdate } from './profile-values.ts';

export function NameSection({ form, affiliateTypeId }: { form: ProfileForm; affiliateTypeId: number }) {
  const locale = useLocale();
  if (isCompany(affiliateTypeId))
    return (
      <ProfileSection title="account.name.title">
        <ProfileField form={form} field="firstName" label="account.name.company" autoComplete="organization" />
      </ProfileSection>
    );
  const given = (
    <div key="given" className="grid gap-4 sm:grid-cols-2">
      <ProfileField form={form} field="firstName" label="account.name.first" autoComplete="given-name" />
      <ProfileField
        form={form}
        field="middleName"
        label="account.name.middle"
        autoComplete="additional-name"
        isOptional
      />
    </div>
  );
  const family = (
    <ProfileField key="family" form={form} field="lastName" label="account.name.last" autoComplete="family-name" />
  );
  return (
    <ProfileSection title="account.name.title" text="account.name.text">
      {orderNameFields(locale, [given], family)}
    </ProfileSection>
  );
}

const birthdateFieldNames = { day: 'birthDay', month: 'birthMonth', year: 'birthYear' } as const;
const birthdateParts = Object.keys(birthdateFieldNames) as (keyof typeof birthdateFieldNames)[];

export function BirthdateSection({ form, profile }: { form: ProfileForm; profile: FullProfile }) {
  const isLocked = profile.profile.birthdateAccess === 'locked' && profile.dob !== null;
  return (
    <ProfileSection title="account.birth.title">
      {isLocked ? (
        <BirthdateOnFile profile={profile} birthdate={profile.dob ?? ''} />
      ) : (
        <>
          <BirthdateFields form={form} />
          {profile.profile.birthdateAccess === 'first_day' && (
            <p className="text-sm text-ink-2">
              <FormattedMessage id="account.birthdate.first_day" />
            </p>
          )}
        </>
      )}
      <GenderField form={form} />
    </ProfileSection>
  );
}

function BirthdateFields({ form }: { form: ProfileForm }) {
  const intl = useIntl();
  const typed = splitBirthdate(form.values.birthDate);
  const hasConflict = form.conflicts.includes('birthDate');
  const wrongParts = birthdateParts.filter(
    (part) => hasConflict || form.problems[birthdateFieldNames[part]] !== undefined,
  );
  const now = joinBirthdate(splitBirthdate(form.base.birthDate));
  return (
    <div>
      <DateFields
        legend={<FormattedMessage id="account.birthdate.label" />}
        tag={intl.locale}
        labels={{
          day: <FormattedMessage id="account.birthdate.day" />,
          month: <FormattedMessage id="account.birthdate.month" />,
          year: <FormattedMessage id="account.birthdate.year" />,
        }}
        input={(part) => ({
          id: getFieldId(birthdateFieldNames[part]),
          name: birthdateFieldNames[part],
          required: true,
          value: typed[part],
          onChange: (event) => form.typeBirthdate(part, event.target.value),
        })}
        wrongParts={wrongParts}
        wrong={
          hasConflict
            ? renderFieldProblem(form, 'birthDate', 'birthDay', now && <FormattedDay value={now} format="long" />)
            : wrongParts.length > 0 &&
              wrongParts.map((part) => (
                <span key={part} className="block">
                  {renderFieldProblem(form, 'birthDate', birthdateFieldNames[part])}
                </span>
              ))
        }
      />
      <ConflictChoice form={form} field="birthDate" />
    </div>
  );
}

const notStated = 'not-stated';

function GenderField({ form }: { form: ProfileForm }) {
  const intl = useIntl();
  const nameOf = (gender: string) =>
    intl.formatMessage({
      id: gender === '' ? 'account.gender.none' : (genderMessages[gender] ?? 'account.gender.none'),
    });
  return (
    <div>
      <Select
        name="gender"
        label={<FormattedMessage id="account.gender.label" />}
        optional={<FormattedMessage id="account.optional" />}
        placeholder={nameOf('')}
        choices={[
          { id: notStated, label: nameOf('') },
          ...genders.map((gender) => ({ id: gender, label: nameOf(gender) })),
        ]}
        value={form.values.gender || notStated}
        onChange={(gender) => form.type('gender', gender === null || gender === notStated ? '' : gender)}
        wrong={renderFieldProblem(form, 'gender', 'gender', nameOf(form.base.gender))}
      />
      <ConflictChoice form={form} field="gender" />
    </div>
  );
}

const genderMessages: Readonly<Record<string, MessageId>> = {
  Male: 'account.gender.male',
  Female: 'account.gender.female',
  'Non-binary': 'account.gender.non_binary',
  'Prefer not to say': 'account.gender.unsaid',
} satisfies Record<(typeof genders)[number], MessageId>;
