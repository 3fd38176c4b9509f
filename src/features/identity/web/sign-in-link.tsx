import { FormattedMessage } from 'react-intl';
import { ButtonLink } from '#ui/buttons/button.tsx';

/** Starts a new sign-in with a full page load, because the portal redirects to the account service. */
export function SignInLink({ label, href = '/login/sign-in' }: { label: string; href?: string }) {
  return (
    <ButtonLink href={href} size="tall" isWide>
      <FormattedMessage id={label} />
    </ButtonLink>
  );
}
