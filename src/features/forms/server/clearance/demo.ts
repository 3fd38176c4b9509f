import { canonicalJson } from '../../../../platform/server/canonical-json.ts';
import type { Services } from '../../../../platform/server/context.ts';
import type { Db } from '../../../../platform/server/db.ts';
import { enqueue } from '../../../../platform/server/jobs.ts';
import { openRecordKey, sealText } from '../../../../platform/server/record-key.ts';
import { appendEntry } from '../chain.ts';
import { digestOf } from '../content-shape.ts';
import { type DemoSigner, demoStore, signDemoForm } from '../demo-record.ts';
import { makeEvaluation } from '../make-evaluation.ts';
import { evaluationOf, type PhysicianAnswer } from '../physician-decision.ts';
import { countLink, insertEvaluation, setMedicalStatus } from '../physician-sql.ts';
import { insertSentLink } from './sql.ts';

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
const answer: PhysicianAnswer = {
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

const dayMs = 86_400_000;
const linkDays = 30;

/** A physician has approved, and the store or instructor on the form has to confirm it. Adding it again changes nothing. */
export async function addDemoClearance(services: Services, db: Db): Promise<void> {
  const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);
  const [signedAt, sentAt, respondedAt] = [daysAgo(6), daysAgo(5), daysAgo(1)];
  const signed = await signDemoForm(services, db, diver, signedAt);
  if (signed === null) return;
  const { content, sealedKey } = signed;
  const { affiliateId } = diver;
  const recordId = content.id;
  const [link] = await countLink(db, affiliateId, recordId);
  const expiresAt = new Date(sentAt.getTime() + linkDays * dayMs);
  await insertSentLink(db, affiliateId, recordId, link?.version ?? 1, sentTo, affiliateId, sentAt, expiresAt);
  const evaluation = evaluationOf(content, answer, { sentTo, at: respondedAt, ip: '192.0.2.20', userAgent: '' });
  const { id } = evaluation;
  const sealed = sealText(openRecordKey(services.env.SECRET_KEYS, sealedKey), canonicalJson(evaluation));
  const decided = ['link', 'approved', null, sealedKey, sealed, null, respondedAt, true] as const;
  await insertEvaluation(db, affiliateId, recordId, id, ...decided);
  await appendEntry(db, { recordId, kind: 'evaluation', ofId: id, digest: digestOf(evaluation), at: respondedAt });
  await setMedicalStatus(db, affiliateId, recordId, 'review', respondedAt);
  await enqueue(db, makeEvaluation, { evaluationId: id }, { id });
}
