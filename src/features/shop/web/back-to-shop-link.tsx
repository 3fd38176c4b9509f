import { ChevronLeft } from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router';

export function BackToShopLink() {
  return (
    <Link className="back" to="/training/shop">
      <ChevronLeft size={18} aria-hidden="true" className="flip" />
      <FormattedMessage id="shell.page.shop" />
    </Link>
  );
}
