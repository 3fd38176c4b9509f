import { FormattedMessage } from 'react-intl';
import { ButtonLink } from '#ui/buttons/button.tsx';

/** Returns to this page after the sign-in, with the invited address filled in. */
const buildQuery = (token: string, email: string) => String(new URLSearchParams({ returnTo: `/sign/${token}`, email }));

/** Asks a visitor to sign in or to create an account first. */
export function SignInToAccept({ token, email }: { token: string; email: string }) {
  return (
    <div className="grid gap-3">
      <p className="text-sm text-ink-2">
        <FormattedMessage id="family.sign.enter" />
      </p>
      <ButtonLink size="lg" href={`/login/sign-up/parent?${buildQuery(token, email)}`}>
        <FormattedMessage id="family.sign.sign_up" />
      </ButtonLink>
      <ButtonLink size="lg" kind="outlined" href={`/auth/start?${buildQuery(token, email)}`}>
        <FormattedMessage id="family.sign.sign_in" />
      </ButtonLink>
    </div>
  );
}
