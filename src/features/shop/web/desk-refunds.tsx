import { FormattedDate, FormattedMessage, useIntl } from 'react-intl';
import { moneyText } from '../../../platform/web/money.ts';
import { Chip, type ChipStatus } from '../../../ui/chip.tsx';
import { PageSection } from '../../../ui/page.tsx';
import { Rows } from '../../../ui/row.tsx';
import type { Order } from '../shared/order-contract.ts';

/** What went back, and why. */
export function DeskRefunds({ order: { refunds, currency } }: { order: Pick<Order, 'refunds' | 'currency'> }) {
  return (
    <PageSection title={<FormattedMessage id="shop.desk.refunds" />}>
      <Rows>
        {refunds.map((refund) => (
          <RefundRow key={refund.refundId} refund={refund} currency={currency} />
        ))}
      </Rows>
    </PageSection>
  );
}

type Refund = Order['refunds'][number];
const chips: Record<Refund['state'], ChipStatus> = { open: 'pending', done: 'verified', refused: 'returned' };

function RefundRow({ refund, currency }: { refund: Refund; currency: string }) {
  const intl = useIntl();
  const { amountMinor: minor, reason, createdDate, state } = refund;
  return (
    <li className="row desk-line">
      <span className="grow">
        <b className="num">{moneyText(intl, { minor, currency })}</b>
        <span>
          <bdi>{reason}</bdi>
        </span>
        <span>
          <FormattedDate value={createdDate} dateStyle="medium" timeStyle="short" />
        </span>
      </span>
      <Chip status={chips[state]}>
        <FormattedMessage id={`shop.desk.refund_state.${state}`} />
      </Chip>
    </li>
  );
}
