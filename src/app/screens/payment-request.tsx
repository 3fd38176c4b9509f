import { CountryPrompt } from '../../features/payments/web/country-prompt.tsx';
import { RequestScreen } from '../../features/shop/web/requests/request-screen.tsx';

export function PaymentRequestPage() {
  return <RequestScreen CountryPrompt={CountryPrompt} />;
}
