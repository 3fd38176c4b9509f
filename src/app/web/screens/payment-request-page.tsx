import { BillingPrompt } from '#features/payments/web/billing-prompt.tsx';
import { RequestScreen } from '#features/shop/web/payment-requests/request-screen.tsx';

export function PaymentRequestPage() {
  return <RequestScreen BillingPrompt={BillingPrompt} />;
}
