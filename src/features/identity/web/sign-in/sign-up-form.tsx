import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { orderNameFields } from '#platform/web/i18n/name-field-order.ts';
import { boot } from '#platform/web/session/boot.ts';
import { useLocale } from '#platform/web/i18n/i18n.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { Field } from '#ui/fields/field.tsx';
import { VisuallyHidden } from '#ui/accessibility/visually-hidden.tsx';
import { findPasswordProblem, requiresBirthdate } from '#features/identity/shared/rules.ts';
import { AccountHead } from '#features/identity/web/account-frame.tsx';
import { BirthdateFields } from './birthdate-fields.tsx';
import { parseBirthdate } from './parse-birthdate.ts';
import { collectProblems, findEmailProblem, findNameProblem } from '#features/identity/web/field-validation.ts';
import { identityClient } from '#features/identity/web/client.ts';
import { EmailField } from '#features/identity/web/email-field.tsx';
import { getFieldId, FormAlert } from '#features/identity/web/form-alert.tsx';
import { NewPasswordField } from '#features/identity/web/new-password-field.tsx';
import { signInLink } from '#features/identity/web/rich-text.tsx';
import type { InteractionFormProps } from './sign-in-form.tsx';
import { useForm, type FormValues } from '#platform/web/hooks/use-form.ts';
import { FieldRow } from '#ui/fields/field-row.tsx';

const nameFields = {
  givenName: { label: 'identity.given_name.label', autoComplete: 'given-name' },
  familyName: { label: 'identity.family_name.label', autoComplete: 'family-name' },
} as const;
const otherFields = [
  ['email', 'identity.email.label'],
  ['password', 'identity.password.label'],
  ['birthdate', 'identity.birthdate.label'],
  ['acceptTerms', 'identity.terms.name'],
] as const;
type SignUpField = keyof typeof nameFields | (typeof otherFields)[number][0];

export function SignUpForm({ uid, interaction, email, onEmail, onFailure }: InteractionFormProps) {
  const intl = useIntl();
  const isBirthdateRequired = requiresBirthdate(interaction.type);
  const orderedNames = orderNameFields<keyof typeof nameFields>(useLocale(), ['givenName'], 'familyName');
  const fields = [...orderedNames.map((name) => [name, nameFields[name].label] as const), ...otherFields];
  const { form, problems, formProblem, failureCount, isBusy } = useForm<SignUpField>({
    retryField: orderedNames[0] ?? 'givenName',
    onFailure,
    check: (values) => findProblems(values, isBirthdateRequired),
    send: async (values) => {
      const { redirectTo } = await identityClient('POST interaction/{uid}/sign-up', {
        params: { uid },
        body: toSignUpBody(values),
      });
      location.assign(redirectTo);
      return 'leaving';
    },
  });
  const wrong = (field: SignUpField) => problems[field] && <FormattedMessage id={problems[field]} />;
  return (
    <>
      <AccountHead
        title={intl.formatMessage({ id: `identity.sign_up.${interaction.type}.title` })}
        // Invited parents don't add a child, because the child has invited them.
        {...(!(interaction.type === 'parent' && interaction.email !== null) && {
          text: <FormattedMessage id={`identity.sign_up.${interaction.type}.text`} />,
        })}
        takesFocus
      />
      <form {...form} className="mt-7">
        <FormAlert formProblem={formProblem} failureCount={failureCount} problems={problems} fields={fields} />
        <div className="grid gap-4">
          <FieldRow>
            {orderedNames.map((name) => (
              <Field
                key={name}
                id={getFieldId(name)}
                name={name}
                autoComplete={nameFields[name].autoComplete}
                required
                label={<FormattedMessage id={nameFields[name].label} />}
                wrong={wrong(name)}
              />
            ))}
          </FieldRow>
          <EmailField value={email} onChange={onEmail} problem={problems.email} />
          <NewPasswordField label={intl.formatMessage({ id: 'identity.password.label' })} problem={problems.password} />
          <BirthdateFields problem={problems.birthdate} isOptional={!isBirthdateRequired} />
          <Checkbox
            id={getFieldId('acceptTerms')}
            name="acceptTerms"
            required
            label={<FormattedMessage id="identity.terms.label" values={{ link: termsLink }} />}
            wrong={wrong('acceptTerms')}
          />
          <Button type="submit" size="lg" isWide isBusy={isBusy}>
            <FormattedMessage id="identity.sign_up.submit" />
          </Button>
        </div>
      </form>
      <p className="mt-6 text-sm text-ink-2">
        <FormattedMessage id="identity.sign_up.sign_in" values={{ link: signInLink }} />
      </p>
    </>
  );
}

/** Opens in a new tab, so the form's input isn't lost. */
function termsLink(chunks: ReactNode) {
  return (
    <a href={boot.brand.links.terms} target="_blank" rel="noreferrer">
      {chunks}
      <VisuallyHidden>
        {' '}
        <FormattedMessage id="identity.new_tab" />
      </VisuallyHidden>
    </a>
  );
}

function findProblems(
  { givenName = '', familyName = '', email = '', password = '', acceptTerms, ...rest }: FormValues,
  isBirthdateRequired: boolean,
) {
  const birthdate = parseBirthdateValues(rest);
  return collectProblems({
    givenName: findNameProblem(givenName, 'identity.given_name.missing'),
    familyName: findNameProblem(familyName, 'identity.family_name.missing'),
    email: findEmailProblem(email),
    password: findPasswordProblem(password),
    birthdate: birthdate === null || (isBirthdateRequired && !birthdate) ? 'identity.birthdate.invalid' : null,
    acceptTerms: acceptTerms === undefined ? 'identity.terms.missing' : null,
  });
}

function toSignUpBody({ givenName = '', familyName = '', email = '', password = '', ...rest }: FormValues) {
  const birthdate = parseBirthdateValues(rest);
  return { givenName, familyName, email, password, acceptTerms: true as const, ...(birthdate && { birthdate }) };
}

function parseBirthdateValues({ day = '', month = '', year = '' }: FormValues): string | null | undefined {
  return parseBirthdate({ day, month, year }, new Date().toISOString().slice(0, 10));
}
