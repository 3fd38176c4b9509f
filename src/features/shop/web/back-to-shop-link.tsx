import { ChevronLeft } from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router';
import { backLink } from '#ui/layout/page.tsx';

export function BackToShopLink({ className = backLink }: { className?: string }) {
  return (
    <Link className={className} to="/training/shop">
      <ChevronLeft size={18} aria-hidden="true" className="flip" />
      <FormattedMessage id="shell.page.shop" />
    </Link>
  );
}
