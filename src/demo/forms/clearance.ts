import { openRecord, toPartKey } from '#features/forms/server/record-ciphers.ts';
import { dayMs } from '#platform/shared/dates.ts';
import { canonicalJson } from '#platform/server/crypto/canonical-json.ts';
import type { Services } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { createPdf } from '#demo/create-pdf.ts';
import { findInstructorOf, formatPersonName, ids } from '#demo/world/people.ts';
import { hatomaBlue, kelderBay } from '#demo/world/places.ts';
import type { World } from '#demo/world/world.ts';
import { insertBlob, storeBlobFile } from '#features/forms/server/documents/blobs.ts';
import { appendChainEntry } from '#features/forms/server/chain/hash-chain.ts';
import { contentDigest } from '#features/forms/server/records/record-content.ts';
import { type SignedForms, signDemoForms } from './sign-demo-form.ts';
import { buildEvaluation, type PhysicianAnswer } from '#features/forms/server/clearance/physician-decision.ts';
import {
  incrementLinkVersion,
  insertEvaluation,
  updateMedicalStatus,
} from '#features/forms/server/clearance/physician-queries.ts';
import { insertSentLink } from '#features/forms/server/clearance/queries.ts';

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
/** Surgery in the last 12 months. */
const surgery = ['medical.q5'];

/** Physicians' answers to confirm: one by the store or instructor, one that they left to the desk, and one page. */
export async function seedDemoClearances(services: Services, db: Db, world: World): Promise<void> {
  const { timeline, find } = world;
  const guardian = { person: find(ids.guardian), store: kelderBay, teacher: findInstructorOf(kelderBay) };
  await addLinkedApproval(services, db, world, guardian, [6, 5, 1]);
  if (world.size === 'accounts') return;
  const left = world.people.find(({ journey, store }) => journey === 'theory' && store === hatomaBlue);
  const alone = world.people.find(({ journey, store }) => journey === 'theory' && store === kelderBay);
  if (left === undefined || alone === undefined)
    throw new Error('the demo has no students who need a physician’s clearance');
  const named = { person: left, store: hatomaBlue, teacher: findInstructorOf(hatomaBlue) };
  await addLinkedApproval(services, db, world, named, [12, 11, 5]);
  const at = timeline.at(2, '11:05');
  const forms = { person: alone, guardian: null, packet: 'medical', at: timeline.at(9, '19:20') } as const;
  const { content, encryptedKey } = await signDemoForms(services, db, {
    ...forms,
    store: null,
    teacher: null,
    yes: surgery,
  });
  const record = { id: content.id, affiliateId: alone.affiliateId, encryptedKey };
  const lines = ['Fit to dive', formatPersonName(alone), `Signed ${timeline.day(3)}`, 'Dr. P. Kessler, Hafenpraxis'];
  const bytes = createPdf([...lines, '', 'Sample document for the demo.']);
  const file = await storeBlobFile(services, record, bytes);
  await insertBlob({ db, now: at, services }, { record, kind: 'page', contentType: 'application/pdf', file });
  await updateMedicalStatus(db, {
    affiliateId: alone.affiliateId,
    recordId: content.id,
    medicalStatus: 'review',
    now: at,
  });
}

/** A physician approved by link, and someone has to confirm it. */
async function addLinkedApproval(
  services: Services,
  db: Db,
  { timeline }: World,
  named: Pick<SignedForms, 'person' | 'store' | 'teacher'>,
  [signedDays, sentDays, respondedDays]: readonly [number, number, number],
): Promise<void> {
  const [signedAt, sentAt, respondedAt] = [timeline.at(signedDays), timeline.at(sentDays), timeline.at(respondedDays)];
  const sentTo = 'dr.lindholm@practice.example';
  const forms = { ...named, guardian: null, packet: 'medical', at: signedAt, yes: surgery } as const;
  const { content, encryptedKey } = await signDemoForms(services, db, forms);
  const { affiliateId } = named.person;
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
  const record = { id: recordId, affiliateId, encryptedKey };
  const cipher = openRecord(services.env, record).for('form_evaluation', toPartKey({ affiliateId, recordId, id }));
  await insertEvaluation(db, {
    affiliateId,
    recordId,
    id,
    way: 'link',
    decision: 'approved',
    decidedBy: null,
    encryptedKey: cipher.encryptKey(services.env.SECRET_KEYS),
    encryptedContent: cipher.encrypt('sealed_content', canonicalJson(evaluation)),
    signedOn: null,
    now: respondedAt,
    needsConfirmation: true,
  });
  appendChainEntry(db, {
    recordId,
    kind: 'evaluation',
    ofId: id,
    digest: contentDigest(evaluation),
    at: respondedAt,
  });
  await updateMedicalStatus(db, { affiliateId, recordId, medicalStatus: 'review', now: respondedAt });
}
