import { useState } from 'react';
import type { PaymentPage, testWebhookModes } from '#features/payments/shared/contract.ts';
import { TestPaymentChallenge } from './test-payment-challenge.tsx';
import { TestPaymentForm } from './test-payment-form.tsx';
import { useTestPayment } from './use-test-payment.ts';

export type TestWebhookMode = (typeof testWebhookModes)[number];

/** The embedded test gateway: card selection, and a challenge for one of the cards. */
export function TestPayment({ token, payment }: { token: string; payment: PaymentPage }) {
  const [webhookMode, setWebhookMode] = useState<TestWebhookMode>('now');
  const paying = useTestPayment(token, payment);
  return payment.isChallenged ? (
    <TestPaymentChallenge token={token} payment={payment} webhookMode={webhookMode} paying={paying} />
  ) : (
    <TestPaymentForm
      token={token}
      payment={payment}
      webhookMode={webhookMode}
      onWebhookMode={setWebhookMode}
      paying={paying}
    />
  );
}
