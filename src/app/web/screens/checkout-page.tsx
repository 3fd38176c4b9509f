import { BillingPrompt } from '#features/payments/web/billing-prompt.tsx';
import { CheckoutScreen } from '#features/shop/web/checkout/checkout-screen.tsx';

/** The country is asked for by the payments, wherever something is paid. */
export function CheckoutPage() {
  return <CheckoutScreen CountryPrompt={BillingPrompt} />;
}
