import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { inAskedOrder } from '../../../platform/web/asked-order.ts';
import { boot } from '../../../platform/web/boot.ts';
import { useLocale } from '../../../platform/web/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { passwordProblem } from '../shared/rules.ts';
import { AccountHead } from './account-frame.tsx';
import { BirthdateFields } from './birthdate-fields.tsx';
import { readBirthdate } from './birthdate.ts';
import { collectProblems, emailProblem, nameProblem } from './checks.ts';
import { identity } from './client.ts';
import { EmailField } from './email-field.tsx';
import { fieldId, FormAlert } from './form-alert.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { signInLink } from './rich-text.tsx';
import type { InteractionFormProps } from './sign-in-form.tsx';
import { useForm, type Values } from '../../../platform/web/form.ts';

const names = {
  givenName: { label: 'identity.given_name.label', autoComplete: 'given-name' },
  familyName: { label: 'identity.family_name.label', autoComplete: 'family-name' },
} as const;
const others = [
  ['email', 'identity.email.label'],
  ['password', 'identity.password.label'],
  ['birthdate', 'identity.birthdate.label'],
  ['acceptTerms', 'identity.terms.name'],
] as const;
type SignUpField = keyof typeof names | (typeof others)[number][0];

export function SignUpForm({ uid, interaction, email, onEmail, onFailure }: InteractionFormProps) {
  const intl = useIntl();
  // A guardian is of age, and says so at once.
  const isParent = interaction.type === 'parent';
  const asked = inAskedOrder<keyof typeof names>(useLocale(), ['givenName'], 'familyName');
  const fields = [...asked.map((name) => [name, names[name].label] as const), ...others];
  const { form, problems, formProblem, refusals, isBusy } = useForm<SignUpField>({
    retryField: asked[0] ?? 'givenName',
    onFailure,
    check: (values) => findProblems(values, isParent),
    send: async (values) => {
      const { redirectTo } = await identity('POST interaction/{uid}/sign-up', {
        params: { uid },
        body: bodyOf(values),
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
        text={<FormattedMessage id={`identity.sign_up.${interaction.type}.text`} />}
        takesFocus
      />
      <form {...form} className="mt-7">
        <FormAlert formProblem={formProblem} refusals={refusals} problems={problems} fields={fields} />
        <div className="grid gap-4">
          <div className="two">
            {asked.map((name) => (
              <Field
                key={name}
                id={fieldId(name)}
                name={name}
                autoComplete={names[name].autoComplete}
                required
                label={<FormattedMessage id={names[name].label} />}
                wrong={wrong(name)}
              />
            ))}
          </div>
          <EmailField value={email} onChange={onEmail} problem={problems.email} />
          <NewPasswordField label={intl.formatMessage({ id: 'identity.password.label' })} problem={problems.password} />
          <BirthdateFields problem={problems.birthdate} isOptional={!isParent} />
          <Checkbox
            id={fieldId('acceptTerms')}
            name="acceptTerms"
            required
            label={<FormattedMessage id="identity.terms.label" values={{ link: termsLink }} />}
            wrong={wrong('acceptTerms')}
          />
          <Button type="submit" size="tall" isWide isBusy={isBusy}>
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

/** In a tab of its own: what is typed here stays. */
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
  { givenName = '', familyName = '', email = '', password = '', acceptTerms, ...rest }: Values,
  isParent: boolean,
) {
  const birthdate = birthdateOf(rest);
  return collectProblems({
    givenName: nameProblem(givenName, 'identity.given_name.missing'),
    familyName: nameProblem(familyName, 'identity.family_name.missing'),
    email: emailProblem(email),
    password: passwordProblem(password),
    birthdate: birthdate === null || (isParent && !birthdate) ? 'identity.birthdate.invalid' : null,
    acceptTerms: acceptTerms === undefined ? 'identity.terms.missing' : null,
  });
}

function bodyOf({ givenName = '', familyName = '', email = '', password = '', ...rest }: Values) {
  const birthdate = birthdateOf(rest);
  return { givenName, familyName, email, password, acceptTerms: true as const, ...(birthdate && { birthdate }) };
}

function birthdateOf({ day = '', month = '', year = '' }: Values): string | null | undefined {
  return readBirthdate({ day, month, year }, new Date().toISOString().slice(0, 10));
}
