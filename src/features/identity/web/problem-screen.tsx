import { FormattedMessage, useIntl } from 'react-intl';
import { useSearchParams } from 'react-router';
import { SplitCardDrawing } from '#ui/drawings/split-card-drawing.tsx';
import { AccountFrame } from './account-frame.tsx';
import { AccountMessage } from './account-message.tsx';
import { verbatim } from './rich-text.tsx';
import { SignInLink } from './sign-in-link.tsx';

/** The causes a person can do something about; any other is the application's fault or ours. */
const texts: Record<string, string> = {
  session_not_found: 'identity.problem.session_not_found',
  expired_token: 'identity.problem.session_not_found',
  access_denied: 'identity.problem.access_denied',
  server_error: 'identity.problem.server_error',
  temporarily_unavailable: 'identity.problem.server_error',
  second_factor_required: 'identity.problem.second_factor',
};

/** Where the account service sends a browser that it cannot send back to an application. */
export function ProblemScreen() {
  const intl = useIntl();
  const [query] = useSearchParams();
  // The address can say anything; only what looks like a code of the protocol is shown.
  const code = /^[a-z_]{1,40}$/.exec(query.get('error') ?? '')?.[0];
  return (
    <AccountFrame>
      <AccountMessage
        drawing={<SplitCardDrawing />}
        title={intl.formatMessage({ id: 'identity.problem.title' })}
        text={intl.formatMessage({ id: texts[code ?? ''] ?? 'identity.problem.request' })}
        // An account service that remembers the person would only answer the same again.
        action={
          <SignInLink
            label="identity.sign_in.again"
            {...(code === 'second_factor_required' && { href: '/auth/start?prompt=login' })}
          />
        }
        {...(code !== undefined && {
          more: <FormattedMessage id="identity.problem.code" values={{ code, b: verbatim }} />,
        })}
      />
    </AccountFrame>
  );
}
