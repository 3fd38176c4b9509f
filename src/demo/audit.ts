import { appendAudit, type AuditEvent } from '#platform/server/observability/audit.ts';
import type { Db } from '#platform/server/db/database.ts';
import { listDemoCertifications } from './certifications/certifications.ts';
import { createJoinDates } from './account/people.ts';
import { listPhotoOwners, planPhoto } from './account/plan-photos.ts';
import { listSecurityAudit } from './account/security-events.ts';
import { listGuestAudit } from './dsd.ts';
import { ids } from './world/people.ts';
import type { World } from './world/world.ts';

type PastAuditEvent = AuditEvent & { at: Date };

/** The time the audit trail goes back. */
const auditedDays = 200;

/** Records who decided about applications, cards and photos and who changed an account, in the order it happened. */
export async function seedDemoAudit(db: Db, world: World, others: readonly PastAuditEvent[]): Promise<void> {
  const { timeline } = world;
  const steps = await db
    .selectFrom('application_step')
    .select(['application_id', 'affiliate_id', 'action', 'from_state', 'to_state', 'by_id', 'at', 'reasons'])
    .execute();
  const decisions = steps.map((step): PastAuditEvent => ({
    actor: step.by_id,
    action: `application.${step.action as 'submit'}`,
    subject: `application:${step.application_id}`,
    data: {
      applicant: step.affiliate_id,
      from: step.from_state,
      to: step.to_state,
      fields: (step.reasons as { field: string }[]).map(({ field }) => field),
    },
    correlationId: 'demo',
    at: step.at,
  }));
  const cards = listDemoCertifications(world)
    .filter(({ daysAgo }) => daysAgo < auditedDays)
    .map(({ affiliateId, licenseID, levelID, daysAgo, teacher }): PastAuditEvent => ({
      actor: teacher.affiliateId,
      action: 'certification.granted',
      subject: `person:${affiliateId}`,
      data: { licenseID, levelID, certDate: timeline.day(daysAgo) },
      correlationId: 'demo',
      at: timeline.at(daysAgo, '16:00'),
    }));
  const events = [
    ...decisions,
    ...cards,
    ...listPhotoAudit(world),
    ...listSecurityAudit(timeline),
    ...(await listGuestAudit(db)),
    ...others,
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime());
  for (const event of events) await appendAudit(db, event);
}

/** The approvals of photos, which are drawn after the start. */
function listPhotoAudit(world: World): PastAuditEvent[] {
  const { timeline } = world;
  const joinedAt = createJoinDates(world);
  return listPhotoOwners(world)
    .map((owner) => planPhoto(owner, joinedAt(owner.affiliateId), timeline))
    .flatMap(({ affiliateId, id, decidedAt }) =>
      decidedAt === null || decidedAt < timeline.at(auditedDays)
        ? []
        : [
            {
              actor: ids.staff,
              action: 'photo.approved',
              subject: `person:${affiliateId}`,
              data: { relation: 'staff', photoId: id },
              correlationId: 'demo',
              at: decidedAt,
            },
          ],
    );
}
