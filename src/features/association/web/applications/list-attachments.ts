import { joinFacts } from '#platform/web/i18n/join-facts.ts';
import type { Application } from '#features/applications/shared/application.ts';
import type { Attachment } from './queries.ts';

/** The uploaded files in order, and the pictures of outside cards. */
export function listAttachments({ proofs, certificationCards }: Application): Attachment[] {
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
        name: joinFacts(name, agency),
        date: certDate,
        isPdf: false,
      })),
  ];
}
