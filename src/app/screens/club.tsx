import { ClubPaying } from '../../features/club/web/club-paying.ts';
import { ClubScreen } from '../../features/club/web/club-screen.tsx';
import { BillingPrompt } from '../../features/payments/web/billing-prompt.tsx';
import { askForClubYear } from '../../features/shop/web/requests/queries.ts';

const paying = { CountryPrompt: BillingPrompt, askGuardian: askForClubYear };

/** The country is asked for by the payments, and a guardian by the shop. */
export function ClubPageScreen() {
  return (
    <ClubPaying value={paying}>
      <ClubScreen />
    </ClubPaying>
  );
}
