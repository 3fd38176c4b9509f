import { CertificationsScreen } from '#features/certifications/web/list/certifications-screen.tsx';
import { FreeECardOffer } from '#features/club/web/ecard/free-ecard-offer.tsx';

/** Where two areas meet: the club's free eCard waits among the cards. */
export function CardsPage() {
  return <CertificationsScreen clubOffer={<FreeECardOffer />} />;
}
