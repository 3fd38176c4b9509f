import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useLocation } from 'react-router';
import { useDeletionDueAt, useIsEmailVerified } from '#features/account/web/session/session.ts';
import { boot } from '#platform/web/session/boot.ts';
import { useIsOnline } from '#platform/web/hooks/use-is-online.ts';
import { Banner } from '#ui/feedback/banner.tsx';
import { LinkButton } from '#ui/buttons/button.tsx';
import { verifyEmail } from './email-verification.tsx';

const accountPath = '/account';

export function Banners() {
  const intl = useIntl();
  const isOnline = useIsOnline();
  const { isOn, message } = boot.maintenance;
  const deletionDueAt = useDeletionDueAt();
  const isEmailVerified = useIsEmailVerified();
  // The account page shows the deletion itself, with more details.
  const isOnAccountPage = useLocation().pathname === accountPath;
  // The live region is always rendered, because screen readers announce only changes inside it.
  return (
    <div className="contents" aria-live="polite">
      {isOn && <Banner kind="maintenance">{message || <FormattedMessage id="shell.maintenance" />}</Banner>}
      {!isOnline && (
        <Banner kind="offline">
          <FormattedMessage id="shell.offline" />
        </Banner>
      )}
      {!isEmailVerified && (
        <Banner kind="email">
          <FormattedMessage id="shell.verify.banner" values={{ link: confirmLink }} />
        </Banner>
      )}
      {deletionDueAt !== null && !isOnAccountPage && (
        <Banner kind="deletion">
          <FormattedMessage
            id="shell.deletion"
            values={{
              date: intl.formatDate(deletionDueAt, { day: 'numeric', month: 'long' }),
              link: accountLink,
            }}
          />
        </Banner>
      )}
    </div>
  );
}

function confirmLink(chunks: ReactNode) {
  return <LinkButton onClick={() => void verifyEmail()}>{chunks}</LinkButton>;
}

function accountLink(chunks: ReactNode) {
  return <Link to={accountPath}>{chunks}</Link>;
}
