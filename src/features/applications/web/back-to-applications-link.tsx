import { FormattedMessage } from 'react-intl';
import { BackLink } from '#ui/layout/back-link.tsx';
import { ownApplicationsPath } from './paths.ts';

export function BackToApplicationsLink({ className }: { className?: string }) {
  return (
    <BackLink to={ownApplicationsPath} className={className}>
      <FormattedMessage id="shell.nav.forms" />
    </BackLink>
  );
}
