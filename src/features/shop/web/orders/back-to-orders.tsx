import { ChevronLeft } from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router';
import { ordersPath } from './queries.ts';

export function BackToOrders() {
  return (
    <Link className="back" to={ordersPath}>
      <ChevronLeft className="flip" size={18} aria-hidden="true" />
      <FormattedMessage id="shop.order.all" />
    </Link>
  );
}
