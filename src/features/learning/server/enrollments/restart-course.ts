import { appendAudit } from '#platform/server/observability/audit.ts';
import type { Context } from '#platform/server/http/context.ts';
import { defaultCulture, type Culture } from '#features/learning/shared/rules.ts';
import type { Library } from '#features/learning/server/content/library.ts';
import * as queries from '#features/learning/server/courses/queries.ts';
import { publishChange } from '#features/learning/server/events.ts';
import { gradeOverdue } from '#features/learning/server/attempts/grading.ts';
import { loadRecord } from '#features/learning/server/records/load-record.ts';

/** Archives the record of a course and resets the progress. The caller must lock the enrollment. */
export async function restartCourse(
  ctx: Context,
  library: Library,
  packageId: string,
  enrolledAt: Date,
  culture: Culture | null,
): Promise<void> {
  const { db, user, now } = ctx;
  const { affiliateId } = user;
  const course = library.find(packageId);
  if (course) await gradeOverdue(ctx, course, affiliateId, now);
  const record = await loadRecord(db, library, { affiliateId, packageId, culture: culture ?? defaultCulture });
  await queries.insertArchivedRecord(db, { affiliateId, packageId, enrolledAt, now, record });
  await queries.resetCourse(db, { affiliateId, packageId, now, culture });
  await appendAudit(db, {
    actor: affiliateId,
    action: 'record.archived',
    subject: `person:${affiliateId}`,
    data: { packageId },
    correlationId: ctx.correlationId,
  });
  await publishChange(ctx, affiliateId, packageId, 'record');
}
