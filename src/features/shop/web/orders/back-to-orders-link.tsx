import { ChevronLeft } from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router';
import { ordersPath } from './queries.ts';
import { backLink } from '#ui/layout/page.tsx';

export function BackToOrders() {
  return (
    <Link className={backLink} to={ordersPath}>
      <ChevronLeft className="flip" size={18} aria-hidden="true" />
      <FormattedMessage id="shop.order.all" />
    </Link>
  );
}
