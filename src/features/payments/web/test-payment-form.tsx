import { useState, type SubmitEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { PaymentColumn } from './payment-column.tsx';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { Button, ButtonLink } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import { RadioCards } from '#ui/fields/radio-cards.tsx';
import type { PaymentPage, testCards, testWebhookModes } from '#features/payments/shared/contract.ts';
import { paymentClient } from './client.ts';
import type { TestWebhookMode } from './test-payment.tsx';
import { getReturnUrl } from './return-url.ts';
import type { TestPaymentControls } from './use-test-payment.ts';

type TestCard = (typeof testCards)[number];
const cards = ['4242', '0002', '9995', '3220'] as const satisfies typeof testCards;
const webhookModes = ['now', 'late', 'twice', 'never'] as const satisfies typeof testWebhookModes;

interface TestPaymentFormProps {
  token: string;
  payment: PaymentPage;
  webhookMode: TestWebhookMode;
  onWebhookMode: (webhookMode: TestWebhookMode) => void;
  paying: TestPaymentControls;
}

/** A declined card can be followed by another one. */
export function TestPaymentForm({
  token,
  payment,
  webhookMode,
  onWebhookMode,
  paying: { problem, errorCount, isBusy, run },
}: TestPaymentFormProps) {
  const intl = useIntl();
  const [card, setCard] = useState<TestCard>('4242');
  const amount = formatMoney(intl, { minor: payment.amountMinor, currency: payment.currency });
  const pay = (event: SubmitEvent) => {
    event.preventDefault();
    void run(() => paymentClient('POST pay/{token}', { params: { token }, body: { card, news: webhookMode } }));
  };
  return (
    <PaymentColumn>
      <PageHead
        eyebrow={<FormattedMessage id="payments.eyebrow" />}
        title={<FormattedMessage id="payments.title" values={{ amount }} />}
        text={<bdi>{payment.description}</bdi>}
      />
      <Callout>
        <FormattedMessage id="payments.test" />
      </Callout>
      <form className="card p-5 lg:p-6" onSubmit={pay}>
        <FormAlert problem={problem !== null && <FormattedMessage id={problem} />} failureCount={errorCount} />
        <h2 className="mb-3">
          <FormattedMessage id="payments.cards" />
        </h2>
        <RadioCards
          label={<FormattedMessage id="payments.cards" />}
          picks={cards.map((digits) => ({
            value: digits,
            title: <FormattedMessage id="payments.card" values={{ digits: <bdi className="num">{digits}</bdi> }} />,
            text: <FormattedMessage id={`payments.card_${digits}`} />,
          }))}
          value={card}
          onPick={setCard}
        />
        <div className="mt-3">
          <Disclosure hasLine={false} className="text-sm" title={<FormattedMessage id="payments.news" />}>
            <RadioCards
              label={<FormattedMessage id="payments.news" />}
              picks={webhookModes.map((value) => ({
                value,
                title: <FormattedMessage id={`payments.news_${value}`} />,
                text: <FormattedMessage id={`payments.news_${value}_text`} />,
              }))}
              value={webhookMode}
              onPick={onWebhookMode}
            />
          </Disclosure>
        </div>
        {payment.isCardKept && (
          <p className="mt-4 text-sm text-ink-2">
            <FormattedMessage id="payments.kept" />
          </p>
        )}
        <div className="mt-5 grid gap-2">
          <Button type="submit" size="lg" isWide isBusy={isBusy}>
            <FormattedMessage id="payments.title" values={{ amount }} />
          </Button>
          <ButtonLink kind="quiet" isWide href={getReturnUrl(payment, 'left')}>
            <FormattedMessage id="payments.leave" />
          </ButtonLink>
        </div>
      </form>
    </PaymentColumn>
  );
}
