import type { Services } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { AuditEvent } from '#platform/server/observability/audit.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import { insertCorrection } from '#features/account/server/birthdates/queries.ts';
import { putDocument } from '#features/account/server/birthdates/document-files.ts';
import * as removals from '#features/family/server/guardians/removal-queries.ts';
import { deleteLink } from '#features/family/server/queries.ts';
import { reviewPeriodMs } from '#features/family/shared/rules.ts';
import { createPdf } from './create-pdf.ts';
import { findPersonByName, formatPersonName } from './world/people.ts';
import type { World } from './world/world.ts';

const reviewText =
  'I thought this only changed who gets the club emails. Laila stays with me every other week, and I need to sign her forms again.';

type PastAuditEvent = AuditEvent & { at: Date };

/** Seeds a birthdate correction and a guardian's review, which the desk has to decide. Returns their audit entries. */
export async function seedDemoDeskRequests(services: Services, db: Db, world: World): Promise<PastAuditEvent[]> {
  return [...(await seedBirthdateCorrection(services, db, world)), ...(await seedGuardianReview(db, world))];
}

/** A diver who mistyped the year when they signed up. */
async function seedBirthdateCorrection(services: Services, db: Db, world: World): Promise<PastAuditEvent[]> {
  const person = findPersonByName(world, 'Edith Thwaite');
  const { affiliateId, birthdate: former } = person;
  if (former === null) throw new Error(`demo person ${affiliateId} has no birthdate`);
  const birthdate = `${Number(former.slice(0, 4)) - 1}${former.slice(4)}`;
  const id = createUuidFromText(`birthdate ${affiliateId} ${affiliateId} demo`);
  const fileKey = `birthdate-documents/${id}`;
  const lines = [
    'Passport',
    formatPersonName(person),
    `Date of birth ${birthdate}`,
    '',
    'Sample document for the demo.',
  ];
  await putDocument(services, fileKey, createPdf(lines));
  const at = world.timeline.at(2, '11:40');
  await insertCorrection(db, {
    affiliateId,
    id,
    birthdate,
    former,
    requestedBy: affiliateId,
    requestedAt: at,
    contentType: 'application/pdf',
    fileKey,
  });
  const data = { relation: 'self', correctionId: id };
  return [toAudit(affiliateId, affiliateId, 'birthdate.correction_requested', data, at)];
}

/** A father agreed to step down as guardian when the mother asked him to, and now asks the desk for a review. */
async function seedGuardianReview(db: Db, world: World): Promise<PastAuditEvent[]> {
  const { timeline } = world;
  const { affiliateId, guardianId: motherId } = findPersonByName(world, 'Laila Farouk');
  const { affiliateId: guardianId } = findPersonByName(world, 'Youssef Farouk');
  if (motherId === null) throw new Error(`demo child ${affiliateId} has no guardian`);
  const link = { affiliateId, guardianId };
  const [requestedAt, removedAt, reviewAt] = [
    timeline.at(8, '20:10'),
    timeline.at(6, '19:05'),
    timeline.at(3, '08:20'),
  ];
  const linkRow = { affiliate_id: affiliateId, guardian_id: guardianId };
  await db.insertInto('guardian_link').values(linkRow).execute();
  await removals.insertRequest(db, { ...link, requestedBy: motherId, now: requestedAt });
  await deleteLink(db, link);
  await removals.closeRequestsOf(db, link);
  const reviewUntil = new Date(removedAt.getTime() + reviewPeriodMs);
  const removal = { requestedBy: guardianId, kind: 'agreed', reason: '', now: removedAt, reviewUntil } as const;
  await removals.insertRemoval(db, { ...link, ...removal });
  await db
    .updateTable('former_guardian')
    .set({ ended_at: removedAt })
    .where('affiliate_id', '=', affiliateId)
    .where('guardian_id', '=', guardianId)
    .execute();
  const { id } = await db
    .selectFrom('guardian_removal')
    .select('id')
    .where('affiliate_id', '=', affiliateId)
    .where('guardian_id', '=', guardianId)
    .where('state', '=', 'removed')
    .executeTakeFirstOrThrow();
  await removals.requestReview(db, { id, text: reviewText, now: reviewAt });
  const ended = { guardianId, kind: 'agreed', isPasswordCleared: false, removedCredentials: 0 };
  return [
    toAudit(motherId, affiliateId, 'guardian.removal_requested', { guardianId }, requestedAt),
    toAudit(guardianId, affiliateId, 'guardian.removed', ended, removedAt),
    toAudit(guardianId, affiliateId, 'guardian.review_requested', { removalId: id }, reviewAt),
  ];
}

function toAudit(
  actor: number,
  affiliateId: number,
  action: AuditEvent['action'],
  data: Record<string, unknown>,
  at: Date,
): PastAuditEvent {
  return { actor, action, subject: `person:${affiliateId}`, data, correlationId: 'demo', at };
}
