import { dayMs } from '#platform/shared/dates.ts';
import { canonicalJson } from '#platform/server/crypto/canonical-json.ts';
import type { Services } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import { decryptRecordKey, encryptRecordText } from '#platform/server/crypto/record-key.ts';
import { appendChainEntry } from '#features/forms/server/chain/hash-chain.ts';
import { contentDigest } from '#features/forms/server/records/record-content.ts';
import { type DemoSigner, demoStore, signDemoForm } from './sign-demo-form.ts';
import { makeEvaluationDocument } from '#features/forms/server/documents/make-evaluation-document.ts';
import { buildEvaluation, type PhysicianAnswer } from '#features/forms/server/clearance/physician-decision.ts';
import {
  incrementLinkVersion,
  insertEvaluation,
  updateMedicalStatus,
} from '#features/forms/server/clearance/physician-queries.ts';
import { insertSentLink } from '#features/forms/server/clearance/queries.ts';

const diver: DemoSigner = {
  affiliateId: 400_004,
  name: 'Adaeze Okafor',
  birthdate: '1982-08-30',
  packet: 'medical',
  store: demoStore,
  // Surgery in the last 12 months.
  yes: ['medical.q5'],
};

const sentTo = 'dr.lindholm@practice.example';
const physicianAnswer: PhysicianAnswer = {
  locale: 'en-US',
  decision: 'approved',
  name: 'Dr. Sanna Lindholm',
  clinic: 'Kelder Bay Family Practice',
  license: 'MP 0471-22',
  phone: '+1 305 555 0142',
  remarks: 'Knee surgery, fully healed.',
  isAcknowledged: true,
  method: 'typed',
  typedName: 'Dr. Sanna Lindholm',
  strokes: null,
};
const linkDays = 30;

/** Seeds a physician's approval that the store or instructor has to confirm. Seeding again changes nothing. */
export async function addDemoClearance(services: Services, db: Db): Promise<void> {
  const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);
  const [signedAt, sentAt, respondedAt] = [daysAgo(6), daysAgo(5), daysAgo(1)];
  const signed = await signDemoForm(services, db, diver, signedAt);
  if (signed === null) return;
  const { content, encryptedKey } = signed;
  const { affiliateId } = diver;
  const recordId = content.id;
  const link = await incrementLinkVersion.first(db, { affiliateId, recordId });
  const expiresAt = new Date(sentAt.getTime() + linkDays * dayMs);
  const version = link?.version ?? 1;
  await insertSentLink(db, { affiliateId, recordId, version, sentTo, sentBy: affiliateId, sentAt, expiresAt });
  const evaluation = buildEvaluation(content, physicianAnswer, {
    sentTo,
    at: respondedAt,
    ip: '192.0.2.20',
    userAgent: '',
  });
  const { id } = evaluation;
  const encryptedContent = encryptRecordText(
    decryptRecordKey(services.env.SECRET_KEYS, encryptedKey),
    canonicalJson(evaluation),
  );
  await insertEvaluation(db, {
    affiliateId,
    recordId,
    id,
    way: 'link',
    decision: 'approved',
    decidedBy: null,
    encryptedKey,
    encryptedContent,
    signedOn: null,
    now: respondedAt,
    needsConfirmation: true,
  });
  await appendChainEntry(db, {
    recordId,
    kind: 'evaluation',
    ofId: id,
    digest: contentDigest(evaluation),
    at: respondedAt,
  });
  await updateMedicalStatus(db, { affiliateId, recordId, medicalStatus: 'review', now: respondedAt });
  await enqueue(db, makeEvaluationDocument, { evaluationId: id }, { id });
}
