import { ChevronLeft } from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router';
import { ownApplicationsPath } from './paths.ts';

export function ApplicationsBackLink({ className = 'back' }: { className?: string }) {
  return (
    <Link className={className} to={ownApplicationsPath}>
      <ChevronLeft className="flip" size={18} aria-hidden="true" />
      <FormattedMessage id="shell.nav.forms" />
    </Link>
  );
}
