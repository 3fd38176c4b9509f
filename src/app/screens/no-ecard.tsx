import type { CardInfo } from '../../features/certifications/shared/contract.ts';
import { NoECardScreen } from '../../features/certifications/web/no-ecard-screen.tsx';
import { JoinWay, RedeemWay } from '../../features/club/web/card-ways.tsx';

const waysOf = (card: CardInfo) => ({ redeem: <RedeemWay card={card} />, join: <JoinWay /> });

/** Where two areas meet: two of the ways to an eCard are the club's. */
export function NoECardPage() {
  return <NoECardScreen clubWays={waysOf} />;
}
