import { FormattedMessage, useIntl } from 'react-intl';
import { SentenceSpace } from '#platform/web/i18n/sentence-space.tsx';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { ButtonLink } from '#ui/buttons/button.tsx';
import { CardDrawing } from '#ui/drawings/card-drawing.tsx';
import { LifeRingDrawing } from '#ui/drawings/life-ring-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import type { PaymentPage } from '#features/payments/shared/contract.ts';
import { getReturnUrl } from './return-url.ts';

type PaymentClosedProps =
  | { state: 'paid' | 'expired' | 'returned'; payment: PaymentPage }
  /** The origin of an unknown link is not known, so there is no page to return to. */
  | { state: 'unknown'; payment?: never };

export function PaymentClosed({ state, payment }: PaymentClosedProps) {
  const intl = useIntl();
  // The return page needs the owner's session.
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
            />
            <SentenceSpace />
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
