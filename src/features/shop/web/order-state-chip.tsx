import { FormattedMessage } from 'react-intl';
import { Chip, type ChipStatus } from '#ui/display/chip.tsx';
import type { Order } from '#features/shop/shared/order-contract.ts';

type OrderStatus = 'open' | 'cancelled' | 'paid' | 'part_back' | 'all_back';
const chips: Record<OrderStatus, ChipStatus | null> = {
  open: 'pending',
  cancelled: null,
  paid: 'verified',
  part_back: null,
  all_back: null,
};

export function OrderStateChip({
  order: { state, totalMinor, refundedMinor },
}: {
  order: Pick<Order, 'state' | 'totalMinor' | 'refundedMinor'>;
}) {
  const orderStatus =
    state !== 'paid' || refundedMinor === 0 ? state : refundedMinor < totalMinor ? 'part_back' : 'all_back';
  const status = chips[orderStatus];
  return (
    <Chip {...(status && { status })}>
      <FormattedMessage id={`shop.desk.state.${orderStatus}`} />
    </Chip>
  );
}
