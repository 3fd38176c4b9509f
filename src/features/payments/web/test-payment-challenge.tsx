import { Landmark } from '#ui/icons/icons.ts';
import { useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { PaymentColumn } from './payment-column.tsx';
import { Card } from '#ui/layout/card.tsx';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { Button } from '#ui/buttons/button.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import type { PaymentPage } from '#features/payments/shared/contract.ts';
import { paymentClient } from './client.ts';
import type { TestWebhookMode } from './test-payment.tsx';
import type { TestPaymentControls } from './use-test-payment.ts';

interface TestPaymentChallengeProps {
  token: string;
  payment: PaymentPage;
  webhookMode: TestWebhookMode;
  paying: TestPaymentControls;
}

/** Simulates the authentication by the card's bank. */
export function TestPaymentChallenge({
  token,
  payment,
  webhookMode,
  paying: { problem, errorCount, isBusy, run },
}: TestPaymentChallengeProps) {
  const intl = useIntl();
  const [pressed, setPressed] = useState<boolean | null>(null);
  const amount = formatMoney(intl, { minor: payment.amountMinor, currency: payment.currency });
  const answer = (isConfirmed: boolean) => {
    setPressed(isConfirmed);
    void run(() =>
      paymentClient('POST pay/{token}/challenge', { params: { token }, body: { isConfirmed, news: webhookMode } }),
    );
  };
  // The button that had the focus is gone.
  useEffect(() => document.querySelector<HTMLElement>('[data-page-title]')?.focus({ preventScroll: true }), []);
  return (
    <PaymentColumn>
      <PageHead
        eyebrow={<FormattedMessage id="payments.eyebrow" />}
        title={<FormattedMessage id="payments.challenge" />}
        text={<bdi>{payment.description}</bdi>}
      />
      <Card>
        <FormAlert problem={problem !== null && <FormattedMessage id={problem} />} failureCount={errorCount} />
        <div className="flex gap-4">
          <Landmark size={24} aria-hidden="true" />
          <p className="min-w-0">
            <FormattedMessage id="payments.challenge_text" values={{ amount: <b className="num">{amount}</b> }} />
          </p>
        </div>
        <div className="mt-5 grid gap-2">
          <Button size="lg" isWide isBusy={isBusy && pressed === true} onClick={() => answer(true)}>
            <FormattedMessage id="payments.challenge_yes" />
          </Button>
          <Button kind="quiet" isWide isBusy={isBusy && pressed === false} onClick={() => answer(false)}>
            <FormattedMessage id="payments.challenge_no" />
          </Button>
        </div>
      </Card>
    </PaymentColumn>
  );
}
