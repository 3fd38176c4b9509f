import { ClubPaymentContext } from '#features/club/web/club-payment-context.ts';
import { ClubScreen } from '#features/club/web/club-screen.tsx';
import { BillingPrompt } from '#features/payments/web/billing-prompt.tsx';
import { requestClubYear } from '#features/shop/web/payment-requests/queries.ts';

const clubPaymentOptions = { BillingPrompt: BillingPrompt, askGuardian: requestClubYear };

export function ClubPage() {
  return (
    <ClubPaymentContext value={clubPaymentOptions}>
      <ClubScreen />
    </ClubPaymentContext>
  );
}
