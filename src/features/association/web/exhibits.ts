import { joined } from '../../../platform/web/joined.ts';
import type { Application } from '../../applications/shared/application.ts';
import type { Exhibit } from './application-queries.ts';

/** What can be looked at large: the copies in the order in which they came, and the pictures of cards from elsewhere. */
export function exhibitsOf({ proofs, certificationCards }: Application): Exhibit[] {
  return [
    ...proofs.map(({ id, name, dated, uploadedDate, contentType }) => ({
      proofId: id,
      name,
      date: dated ?? uploadedDate,
      isPdf: contentType === 'application/pdf',
    })),
    ...certificationCards
      .filter(({ outsideId, hasPicture }) => outsideId !== null && hasPicture)
      .map(({ place, name, agency, certDate }) => ({
        place,
        name: joined(name, agency),
        date: certDate,
        isPdf: false,
      })),
  ];
}
