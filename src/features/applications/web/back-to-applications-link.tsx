import { ChevronLeft } from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router';
import { ownApplicationsPath } from './paths.ts';
import { backLink } from '#ui/layout/page.tsx';

export function ApplicationsBackLink({ className = backLink }: { className?: string }) {
  return (
    <Link className={className} to={ownApplicationsPath}>
      <ChevronLeft className="flip" size={18} aria-hidden="true" />
      <FormattedMessage id="shell.nav.forms" />
    </Link>
  );
}
