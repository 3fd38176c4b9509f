import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useLocation } from 'react-router';
import { useDeletionDueAt, useIsEmailVerified } from '../../features/account/web/session.ts';
import { boot } from '../../platform/web/boot.ts';
import { useIsOnline } from '../../platform/web/network.ts';
import { Banner } from '../../ui/banner.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { confirmEmail } from './email-proof.tsx';

const accountPage = '/account';

export function Banners() {
  const intl = useIntl();
  const isOnline = useIsOnline();
  const { isOn, message } = boot.maintenance;
  const deletionDueAt = useDeletionDueAt();
  const isEmailVerified = useIsEmailVerified();
  // The account page says it itself, with all that belongs to it.
  const isOnAccountPage = useLocation().pathname === accountPage;
  // It is there before what it says, so that this is heard.
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
  return <LinkButton onClick={() => void confirmEmail()}>{chunks}</LinkButton>;
}

function accountLink(chunks: ReactNode) {
  return <Link to={accountPage}>{chunks}</Link>;
}
