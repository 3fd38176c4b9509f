import type { CardInfo } from '#features/certifications/shared/contract.ts';
import { NoECardScreen } from '#features/certifications/web/ecard/no-ecard-screen.tsx';
import { JoinClubOption, RedeemECardOption } from '#features/club/web/ecard/ecard-options.tsx';

const renderClubOptions = (card: CardInfo) => ({ redeem: <RedeemECardOption card={card} />, join: <JoinClubOption /> });

/** The options for getting an eCard, two of which are the club's. */
export function NoECardPage() {
  return <NoECardScreen clubOptions={renderClubOptions} />;
}
