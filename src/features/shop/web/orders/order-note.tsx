import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { formatDay } from '#platform/shared/format-day.ts';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import type { Order } from '#features/shop/shared/order-contract.ts';
import { basketPath } from '#features/shop/web/catalogue/product-query.ts';
import type { PaymentReturnState } from './use-payment-return.ts';

const basketLink = (chunks: ReactNode[]) => <Link to={basketPath}>{chunks}</Link>;
const kinds = { waiting: 'wait', slow: 'wait', left: 'note', failed: 'alert', cancelled: 'note' } as const;

/** Notes about problems and pending payments. The live region is rendered empty too, so later changes are announced. */
export function OrderNote({ order, returnState }: { order: Order; returnState: PaymentReturnState }) {
  const failed = order.state === 'paid' && order.lines.some(({ state }) => state === 'failed');
  const isCancelled = order.state === 'cancelled';
  const note =
    returnState !== 'just' && returnState !== 'plain'
      ? returnState
      : failed
        ? 'failed'
        : isCancelled
          ? 'cancelled'
          : null;
  return (
    <div aria-live="polite" className="[&:not(:empty)]:mt-6">
      {note !== null && (
        <Callout kind={kinds[note]}>
          <FormattedMessage id={`shop.order.note_${note}`} values={{ basket: basketLink }} />
        </Callout>
      )}
    </div>
  );
}

export function RefundNotes({ order: { refunds, currency, method } }: { order: Order }) {
  const intl = useIntl();
  return (
    <ul className="grid gap-3">
      {refunds.map(({ refundId, amountMinor: minor, reason, createdDate, state }) => (
        <li key={refundId} className="text-sm">
          <FormattedMessage
            id={`shop.order.refund_${state}`}
            values={{
              amount: <b className="num">{formatMoney(intl, { minor, currency })}</b>,
              to: method,
              date: formatDay(intl, createdDate, 'medium'),
            }}
          />
          <span className="block text-ink-2" dir="auto">
            {reason}
          </span>
        </li>
      ))}
    </ul>
  );
}
