import { ChevronLeft } from '#ui/icons/icons.ts';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useLocation } from 'react-router';
import { Button } from '#ui/buttons/button.tsx';
import { BuoyDrawing } from '#ui/drawings/buoy-drawing.tsx';
import { AccountFrame, AccountHead } from '#features/identity/web/account-frame.tsx';
import { AccountMessage } from '#features/identity/web/account-message.tsx';
import { collectProblems, findEmailProblem } from '#features/identity/web/field-validation.ts';
import { identityClient } from '#features/identity/web/client.ts';
import { EmailField } from '#features/identity/web/email-field.tsx';
import { FormAlert } from '#features/identity/web/form-alert.tsx';
import { verbatim } from '#features/identity/web/rich-text.tsx';
import { SignInLink } from '#features/identity/web/sign-in-link.tsx';
import { useForm } from '#platform/web/hooks/use-form.ts';

/** Router state from the link on the sign-in form. */
type Origin = { email?: string; from?: string } | null;

/** Requests the reset mail. The confirmation doesn't reveal whether there is an account. */
export function ForgotScreen() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <AccountFrame>
      {sentTo === null ? <ForgotForm onSent={setSentTo} /> : <ResetLinkSent email={sentTo} />}
    </AccountFrame>
  );
}

function ForgotForm({ onSent }: { onSent: (email: string) => void }) {
  const intl = useIntl();
  const origin = useLocation().state as Origin;
  const { form, problems, formProblem, failureCount, isBusy } = useForm<'email'>({
    retryField: 'email',
    check: ({ email = '' }) => collectProblems({ email: findEmailProblem(email) }),
    send: async ({ email = '' }) => {
      await identityClient('POST forgot', { body: { email } });
      onSent(email.trim());
    },
  });
  return (
    <>
      <Link
        to={origin?.from ?? '/login/sign-in'}
        className="-ms-1 -mt-[13px] -mb-px inline-flex items-center gap-1 py-[13px] text-sm text-ink-2 no-underline"
      >
        <ChevronLeft size={18} aria-hidden="true" className="flip" />
        <FormattedMessage id="identity.sign_in.back" />
      </Link>
      <AccountHead
        title={intl.formatMessage({ id: 'identity.forgot.title' })}
        text={<FormattedMessage id="identity.forgot.text" />}
        takesFocus
      />
      <form {...form} className="mt-7">
        <FormAlert formProblem={formProblem} failureCount={failureCount} />
        <div className="grid gap-4">
          <EmailField value={origin?.email ?? ''} problem={problems.email} />
          <Button type="submit" size="lg" isWide isBusy={isBusy}>
            <FormattedMessage id="identity.forgot.submit" />
          </Button>
        </div>
      </form>
    </>
  );
}

function ResetLinkSent({ email }: { email: string }) {
  const intl = useIntl();
  return (
    <AccountMessage
      drawing={<BuoyDrawing />}
      title={intl.formatMessage({ id: 'identity.forgot.sent.title' })}
      text={<FormattedMessage id="identity.forgot.sent.text" values={{ email, b: verbatim }} />}
      action={<SignInLink label="identity.sign_in.back" />}
      more={<FormattedMessage id="identity.forgot.sent.more" />}
    />
  );
}
