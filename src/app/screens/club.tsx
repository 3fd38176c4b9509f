import { ClubPaying } from '../../features/club/web/club-paying.ts';
import { ClubScreen } from '../../features/club/web/club-screen.tsx';
import { CountryPrompt } from '../../features/payments/web/country-prompt.tsx';
import { askForClubYear } from '../../features/shop/web/requests/queries.ts';

const paying = { CountryPrompt, askGuardian: askForClubYear };

/** The country is asked for by the payments, and a guardian by the shop. */
export function ClubPageScreen() {
  return (
    <ClubPaying value={paying}>
      <ClubScreen />
    </ClubPaying>
  );
}
