import { CertificationsScreen } from '../../features/certifications/web/list-screen.tsx';
import { CardOffer } from '../../features/club/web/card-offer.tsx';

/** Where two areas meet: the club's free eCard waits among the cards. */
export function CardsPage() {
  return <CertificationsScreen clubOffer={<CardOffer />} />;
}
