import { BillingPrompt } from '#features/payments/web/billing-prompt.tsx';
import { CheckoutScreen } from '#features/shop/web/checkout/checkout-screen.tsx';

export function CheckoutPage() {
  return <CheckoutScreen BillingPrompt={BillingPrompt} />;
}
