import { appendAudit } from '../../../platform/server/audit.ts';
import type { Context } from '../../../platform/server/context.ts';
import { defaultCulture, type Culture } from '../shared/rules.ts';
import type { Library } from './content/library.ts';
import * as sql from './courses-sql.ts';
import { publishChange } from './events.ts';
import { gradeOverdue } from './grading.ts';
import { readRecord } from './record-shape.ts';

/** Closes the record of a course as it stands, and begins anew. The caller holds the enrollment. */
export async function beginAgain(
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
  const record = await readRecord(db, library, { affiliateId, packageId, culture: culture ?? defaultCulture });
  await sql.archiveRecord(db, affiliateId, packageId, enrolledAt, now, JSON.stringify(record));
  await sql.clearCourse(db, affiliateId, packageId, now, culture);
  await appendAudit(db, {
    actor: affiliateId,
    action: 'record.archived',
    subject: `person:${affiliateId}`,
    data: { packageId },
    correlationId: ctx.correlationId,
  });
  await publishChange(ctx, affiliateId, packageId, 'record');
}
