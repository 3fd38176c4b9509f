import type { Services } from '#platform/server/http/context.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import { createPdf } from '#demo/create-pdf.ts';
import type { Timeline } from '#demo/world/timeline.ts';
import type { SeededApplication } from './steps.ts';
import { putProof } from '#features/applications/server/proofs/proof-files.ts';

/** The proofs that every application of the type comes with. */
export function listProofKinds(typeId: number): string[] {
  return typeId === 1 ? ['first_aid', 'medical'] : ['first_aid', 'medical', 'teaching_exam'];
}

/** Stores an applicant's uploaded proofs and returns their rows. */
export function createProofs(
  services: Services,
  { applicant, id: application, steps }: SeededApplication,
  timeline: Timeline,
) {
  const { affiliateId: affiliate, givenName, familyName } = applicant;
  const name = `${givenName} ${familyName}`;
  const documents = [
    { kind: 'medical', title: 'Fit to dive', days: applicant.medicalDays, by: 'Harbour Practice, Dr. M. Ferro' },
    { kind: 'first_aid', title: 'First aid and CPR', days: applicant.firstAidDays, by: 'Lifeline First Aid School' },
    { kind: 'teaching_exam', title: 'Teaching exam', days: applicant.days + 30, by: 'Examiner A. Salmi' },
  ].filter(({ kind }) => listProofKinds(applicant.typeId).includes(kind));
  return Promise.all(
    documents.map(async ({ kind, title, days, by }) => {
      const bytes = createPdf([title, name, `Issued ${timeline.day(days)}`, by, '', 'Sample document for the demo.']);
      const id = createUuidFromText(`demo proof ${affiliate} ${kind}`);
      const path = `applications/${createUuidFromText(`demo file ${affiliate} ${kind}`)}`;
      const { fileKey, encryptedKey } = await putProof(
        services,
        { affiliateId: affiliate, applicationId: application, id },
        path,
        bytes,
      );
      return {
        affiliate_id: affiliate,
        application_id: application,
        id,
        kind,
        name: `${title}.pdf`,
        content_type: 'application/pdf',
        sealed_key: encryptedKey,
        file_key: fileKey,
        bytes: bytes.length,
        dated: kind === 'medical' ? timeline.day(days) : null,
        uploaded_at: steps[0]?.at,
      };
    }),
  );
}
