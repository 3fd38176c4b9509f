import { FormattedMessage } from 'react-intl';
import { BackLink } from '#ui/layout/back-link.tsx';
import { ordersPath } from './queries.ts';

export function BackToOrdersLink() {
  return (
    <BackLink to={ordersPath}>
      <FormattedMessage id="shop.order.all" />
    </BackLink>
  );
}
