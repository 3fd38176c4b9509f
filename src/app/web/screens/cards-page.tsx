import { CertificationsScreen } from '#features/certifications/web/list/certifications-screen.tsx';
import { FreeECardOffer } from '#features/club/web/ecard/free-ecard-offer.tsx';

/** The certifications with the club's free eCard offer. */
export function CardsPage() {
  return <CertificationsScreen clubOffer={<FreeECardOffer />} />;
}
