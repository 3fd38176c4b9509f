import { FormattedMessage, useIntl } from 'react-intl';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { ButtonLink } from '#ui/buttons/button.tsx';
import { CardDrawing } from '#ui/drawings/card-drawing.tsx';
import { LifeRingDrawing } from '#ui/drawings/life-ring-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import type { PaymentPage } from '#features/payments/shared/contract.ts';
import { getReturnUrl } from './return-url.ts';

type PaymentClosedProps =
  | { state: 'paid' | 'expired' | 'returned'; payment: PaymentPage }
  /** Nobody knows where somebody with such a link came from. */
  | { state: 'unknown'; payment?: never };

/** A link by which nothing can be paid any more. */
export function PaymentClosed({ state, payment }: PaymentClosedProps) {
  const intl = useIntl();
  // Without the owner's session there is nothing to return to.
  if (state === 'paid' && !payment.isOwn) {
    const amount = formatMoney(intl, { minor: payment.amountMinor, currency: payment.currency });
    return (
      <EmptyState
        level={1}
        drawing={<CardDrawing />}
        title={<FormattedMessage id="payments.paid.title" />}
        text={
          <>
            <FormattedMessage
              id="payments.paid.text"
              values={{ amount: <b className="num">{amount}</b>, description: <bdi>{payment.description}</bdi> }}
            />{' '}
            <FormattedMessage id="payments.paid.close" />
          </>
        }
      />
    );
  }
  return (
    <EmptyState
      level={1}
      drawing={state === 'paid' ? <CardDrawing /> : <LifeRingDrawing />}
      title={<FormattedMessage id={`payments.over.${state}`} />}
      text={<FormattedMessage id={`payments.over.${state}_text`} />}
      action={
        <ButtonLink
          kind="outlined"
          href={payment === undefined ? '/' : getReturnUrl(payment, state === 'paid' ? 'paid' : null)}
        >
          <FormattedMessage id="payments.return" />
        </ButtonLink>
      }
    />
  );
}
