import type { CardInfo } from '#features/certifications/shared/contract.ts';
import { NoECardScreen } from '#features/certifications/web/ecard/no-ecard-screen.tsx';
import { JoinClubOption, RedeemECardOption } from '#features/club/web/ecard/ecard-options.tsx';

const renderClubOptions = (card: CardInfo) => ({ redeem: <RedeemECardOption card={card} />, join: <JoinClubOption /> });

/** Where two areas meet: two of the ways to an eCard are the club's. */
export function NoECardPage() {
  return <NoECardScreen clubWays={renderClubOptions} />;
}
