import { FormattedMessage, useIntl } from 'react-intl';
import { moneyText } from '../../../platform/web/money.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { CardDrawing } from '../../../ui/drawings/card-drawing.tsx';
import { LifeRingDrawing } from '../../../ui/drawings/life-ring-drawing.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { PaymentPage } from '../shared/contract.ts';
import { returnAddress } from './return-address.ts';

type PayOverProps =
  | { state: 'paid' | 'expired' | 'returned'; payment: PaymentPage }
  /** Nobody knows where somebody with such a link came from. */
  | { state: 'unknown'; payment?: never };

/** A link by which nothing can be paid any more. */
export function PayOver({ state, payment }: PayOverProps) {
  const intl = useIntl();
  // Without the owner's session there is nothing to return to.
  if (state === 'paid' && !payment.isOwn) {
    const amount = moneyText(intl, { minor: payment.amountMinor, currency: payment.currency });
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
          href={payment === undefined ? '/' : returnAddress(payment, state === 'paid' ? 'paid' : null)}
        >
          <FormattedMessage id="payments.return" />
        </ButtonLink>
      }
    />
  );
}
