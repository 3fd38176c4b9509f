import { FormattedMessage } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { ButtonLink } from '#ui/buttons/button.tsx';

/** Starts a new sign-in with a full page load, because the portal redirects to the account service. */
export function SignInLink({ label, href = '/login/sign-in' }: { label: MessageId; href?: string }) {
  return (
    <ButtonLink href={href} size="lg" isWide>
      <FormattedMessage id={label} />
    </ButtonLink>
  );
}
