import { lazy, Suspense, useEffect, useMemo, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useLocation } from 'react-router';
import { boot } from '#platform/web/session/boot.ts';
import type { ApiError } from '#platform/web/client/client.ts';
import { Button } from '#ui/buttons/button.tsx';
import { PasswordField } from '#ui/fields/password-field.tsx';
import type { Interaction, RequiredFactor } from '#features/identity/shared/contract.ts';
import { AccountHead } from '#features/identity/web/account-frame.tsx';
import { collectProblems, findEmailProblem } from '#features/identity/web/field-validation.ts';
import { identityClient } from '#features/identity/web/client.ts';
import { EmailField } from '#features/identity/web/email-field.tsx';
import { getFieldId, FormAlert } from '#features/identity/web/form-alert.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { signUpLink } from '#features/identity/web/rich-text.tsx';
import { useForm } from '#platform/web/hooks/use-form.ts';

// Loaded only in the demo.
const DemoPeople = lazy(async () => ({ default: (await import('#features/identity/web/demo-people.tsx')).DemoPeople }));

export interface InteractionFormProps {
  uid: string;
  interaction: Interaction;
  /** The address typed on the other form. */
  email: string;
  onEmail: (email: string) => void;
  onFailure: (error: ApiError) => boolean;
  /** The password was correct, and a second factor is required. */
  onFactorRequired: (requiredFactor: RequiredFactor) => void;
}

export function SignInForm({ uid, interaction, email, onEmail, onFailure, onFactorRequired }: InteractionFormProps) {
  const intl = useIntl();
  const { pathname, search } = useLocation();
  const { form, problems, formProblem, failureCount, showErrors, isBusy } = useForm<'email' | 'password'>({
    retryField: 'password',
    formCodes: ['identity.wrong_credentials'],
    onFailure,
    check: ({ email = '', password = '' }) =>
      collectProblems({
        email: findEmailProblem(email),
        password: password === '' ? 'identity.password.invalid' : null,
      }),
    send: async ({ email = '', password = '' }) => {
      const answer = await identityClient('POST interaction/{uid}/sign-in', {
        params: { uid },
        body: { email, password },
      });
      if ('next' in answer) {
        onFactorRequired(answer);
        return;
      }
      location.assign(answer.redirectTo);
      return 'leaving';
    },
  });

  const first = useRef(email === '' ? 'email' : 'password');
  useEffect(() => {
    // Someone may be typing already, into the page from the server.
    if (document.activeElement?.matches('input') !== true)
      findInput(form.ref.current, first.current)?.focus({ preventScroll: true });
  }, [form.ref]);

  /** Fills in the form as a person would, and submits it. */
  function signInAs(demoEmail: string, demoPassword: string): void {
    for (const [name, value] of Object.entries({ email: demoEmail, password: demoPassword })) {
      const input = findInput(form.ref.current, name);
      if (input) input.value = value;
    }
    onEmail(demoEmail);
    form.ref.current?.requestSubmit();
  }

  const latest = useRef(signInAs);
  useEffect(() => {
    latest.current = signInAs;
  });
  const { demoPeople } = interaction;
  // The same element for every render: React would replace a list that is updated before its code is loaded, with the
  // button that a person has pressed in it.
  const demo = useMemo(
    () =>
      demoPeople.length > 0 && (
        <Suspense>
          <DemoPeople people={demoPeople} onChoose={(...account) => latest.current(...account)} />
        </Suspense>
      ),
    [demoPeople],
  );

  const isPortal = interaction.clientName === boot.brand.name;
  return (
    <>
      <AccountHead
        title={intl.formatMessage({ id: 'identity.sign_in.title' })}
        text={
          <FormattedMessage
            id={isPortal ? 'identity.sign_in.text' : 'identity.sign_in.client'}
            values={{ client: interaction.clientName }}
          />
        }
      />
      <form {...form} className="mt-7">
        <FormAlert formProblem={formProblem} failureCount={failureCount} />
        <div className="grid gap-4">
          <EmailField value={email} onChange={onEmail} problem={problems.email} offersPasskeys />
          <PasswordField
            id={getFieldId('password')}
            name="password"
            autoComplete="current-password"
            required
            label={<FormattedMessage id="identity.password.label" />}
            labelEnd={
              <Link to="/sso/forgot" state={{ email, from: pathname + search }} className="pt-4 pb-3.5">
                <FormattedMessage id="identity.sign_in.forgot" />
              </Link>
            }
            wrong={problems.password && <FormattedMessage id={problems.password} />}
            showLabel={intl.formatMessage({ id: 'identity.password.show' })}
            hideLabel={intl.formatMessage({ id: 'identity.password.hide' })}
          />
          <Button type="submit" size="lg" isWide isBusy={isBusy}>
            <FormattedMessage id="identity.sign_in.submit" />
          </Button>
          <PasskeyButton
            uid={uid}
            isBusy={isBusy}
            onFailure={onFailure}
            onError={(problem) => showErrors({ problems: {}, formProblem: problem })}
          />
        </div>
      </form>
      <p className="mt-6 text-sm text-ink-2">
        <FormattedMessage id="identity.sign_in.create" values={{ link: signUpLink }} />
      </p>
      {demo}
    </>
  );
}

function findInput(form: HTMLFormElement | null, name: string): HTMLInputElement | null {
  const field = form?.elements.namedItem(name);
  return field instanceof HTMLInputElement ? field : null;
}
