import { dayMs } from '#platform/shared/dates.ts';
import type { Services } from '#platform/server/http/context.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import { createPdf } from './create-pdf.ts';
import type { SeededApplication } from './steps.ts';
import { putProof } from '#features/applications/server/proofs/proof-files.ts';

/** Stores an applicant's uploaded proofs and returns their rows. */
export function createProofs(services: Services, { applicant, id: application, steps }: SeededApplication, now: Date) {
  const { affiliateId: affiliate, givenName, familyName } = applicant;
  const name = `${givenName} ${familyName}`;
  const ago = (days: number) => new Date(now.getTime() - days * dayMs).toISOString().slice(0, 10);
  const documents = [
    { kind: 'medical', title: 'Fit to dive', days: applicant.medicalDays, by: 'Harbour Practice, Dr. M. Ferro' },
    { kind: 'first_aid', title: 'First aid and CPR', days: applicant.firstAidDays, by: 'Lifeline First Aid School' },
  ];
  return Promise.all(
    documents.map(async ({ kind, title, days, by }) => {
      const bytes = createPdf([title, name, `Issued ${ago(days)}`, by, '', 'Invented, for trying the portal.']);
      const path = `applications/${createUuidFromText(`demo file ${affiliate} ${kind}`)}`;
      const { fileKey, encryptedKey } = await putProof(services, path, bytes);
      return {
        affiliate_id: affiliate,
        application_id: application,
        id: createUuidFromText(`demo proof ${affiliate} ${kind}`),
        kind,
        name: `${title}.pdf`,
        content_type: 'application/pdf',
        sealed_key: encryptedKey,
        file_key: fileKey,
        bytes: bytes.length,
        dated: kind === 'medical' ? ago(days) : null,
        uploaded_at: steps[0]?.at,
      };
    }),
  );
}
