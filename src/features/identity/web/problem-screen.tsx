import { FormattedMessage, useIntl } from 'react-intl';
import { useSearchParams } from 'react-router';
import type { MessageId } from '#platform/shared/message-id.ts';
import { SplitCardDrawing } from '#ui/drawings/split-card-drawing.tsx';
import { AccountFrame } from './account-frame.tsx';
import { AccountMessage } from './account-message.tsx';
import { verbatim } from './rich-text.tsx';
import { SignInLink } from './sign-in-link.tsx';

/** Errors that the person can do something about; all others are bugs of an application or ours. */
const texts: Record<string, MessageId> = {
  session_not_found: 'identity.problem.session_not_found',
  expired_token: 'identity.problem.session_not_found',
  access_denied: 'identity.problem.access_denied',
  server_error: 'identity.problem.server_error',
  temporarily_unavailable: 'identity.problem.server_error',
  second_factor_required: 'identity.problem.second_factor',
};

/** Shown when the account service can't redirect back to an application. */
export function ProblemScreen() {
  const intl = useIntl();
  const [query] = useSearchParams();
  // The parameter can contain anything; only protocol error codes are shown.
  const code = /^[a-z_]{1,40}$/.exec(query.get('error') ?? '')?.[0];
  return (
    <AccountFrame>
      <AccountMessage
        drawing={<SplitCardDrawing />}
        title={intl.formatMessage({ id: 'identity.problem.title' })}
        text={intl.formatMessage({ id: texts[code ?? ''] ?? 'identity.problem.request' })}
        // The account service would answer with the same error without `prompt=login`, because it has a session.
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
