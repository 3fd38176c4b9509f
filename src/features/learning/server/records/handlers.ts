import { appendAudit } from '#platform/server/observability/audit.ts';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import { FileReply } from '#platform/server/http/file-reply.ts';
import { listCourseFormStatuses } from '#features/forms/server/public.ts';
import { findInstructor } from '#features/logbook/server/public.ts';
import { fail } from '#features/learning/shared/contract.ts';
import { CourseRecord, type ERecord, type recordEndpoints } from '#features/learning/shared/record-contract.ts';
import { toCulture, type Culture } from '#features/learning/shared/rules.ts';
import { dsdPackageId } from '#features/learning/shared/dsd-package.ts';
import { requireCourse, requireStudent, auditStudentRead } from '#features/learning/server/enrollments/access.ts';
import type { Library } from '#features/learning/server/content/library.ts';
import type { EnrollmentKey } from '#features/learning/server/progress/queries.ts';
import { publishChange } from '#features/learning/server/events.ts';
import { makeRecordPdf } from './record-pdf.ts';
import { loadRecord } from './load-record.ts';
import * as queries from './queries.ts';
import { signSkills, removeSignOffs } from './sign-offs.ts';
import { studentHandlers } from './student-handlers.ts';
import { findTraining } from './training.ts';

interface RecordQuery {
  affiliateId?: number | undefined;
  culture?: Culture | undefined;
}

/** Loads a record and audits the access unless the learner reads it. */
async function loadAuditedRecord(
  ctx: Context,
  library: Library,
  packageId: string,
  query: RecordQuery,
): Promise<ERecord> {
  const student = await requireStudent(ctx, packageId, query.affiliateId);
  const culture = query.culture ?? toCulture(ctx.locale);
  const record = {
    ...(await loadRecord(ctx.db, library, { ...student, culture })),
    medical: await loadMedical(ctx, student),
  };
  await auditStudentRead(ctx, student, 'record');
  return record;
}

/** Forms count that name the instructor or store of the course, as on the class board. */
async function loadMedical(ctx: Context, { affiliateId, packageId }: EnrollmentKey): Promise<ERecord['medical']> {
  const training = await findTraining(ctx.db, affiliateId, packageId);
  if (training === null) return null;
  const { storeNumber, instructorNumber: memberNumber } = training;
  const packet = packageId === dsdPackageId ? 'dsd' : 'course';
  const course = { affiliateId, storeNumber, memberNumber, packet } as const;
  const [forms] = await listCourseFormStatuses(ctx, [course], ctx.now);
  if (forms === undefined || forms.medical === 'missing') return null;
  return { status: forms.medical, validUntil: forms.medicalUntil };
}

export const recordHandlers = (library: Library): Handlers<typeof recordEndpoints> => ({
  'GET v2/courses/{packageId}/eRecord': (ctx, { params: { packageId }, query }) =>
    loadAuditedRecord(ctx, library, packageId, query),

  'GET courses/{id}/eRecord/archive': async (ctx, { params: { id }, query }) => {
    const student = await requireStudent(ctx, id, query.affiliateId);
    const rows = await queries.listArchivedRecords(ctx.db, student);
    await auditStudentRead(ctx, student, 'record_archive');
    return rows.map(({ id: archiveId, enrolledAt, archivedAt, record }) => ({
      id: archiveId,
      enrollmentDate: enrolledAt.toISOString(),
      archivedDate: archivedAt.toISOString(),
      record: CourseRecord.parse(record),
    }));
  },

  'GET v2/courses/{packageId}/eRecord/document': async (ctx, { params: { packageId }, query }) => {
    const record = await loadAuditedRecord(ctx, library, packageId, query);
    const pdf = await makeRecordPdf(ctx, record, query.timeZone ?? 'UTC');
    return new FileReply(pdf, 'application/pdf', {
      'content-disposition': `attachment; filename="record-${packageId}.pdf"`,
    });
  },

  'PUT v2/courses/{packageId}/instructor': async (ctx, { params: { packageId }, body: { memberNumber } }) => {
    const { db } = ctx;
    const { affiliateId } = ctx.user;
    const previous = await queries.lockEnrollmentInstructor.first(db, { affiliateId, packageId });
    if (previous === undefined) throw fail('learning.not_entitled');
    const instructor = memberNumber === null ? undefined : await findInstructor.first(db, { memberNumber });
    if (memberNumber !== null && instructor === undefined)
      throw fail('learning.unknown_instructor', { path: 'memberNumber' });
    if (instructor?.affiliate_id === affiliateId) throw fail('learning.own_instructor', { path: 'memberNumber' });
    await queries.updateInstructor(db, { affiliateId, packageId, memberNumber });
    const concerned = [affiliateId, previous.teacher, instructor?.affiliate_id ?? null];
    for (const personId of new Set(concerned.filter((id) => id !== null)))
      await publishChange(ctx, personId, packageId, 'record');
    await appendAudit(db, {
      actor: affiliateId,
      action: 'record.instructor',
      subject: `person:${affiliateId}`,
      data: { packageId, from: previous.memberNumber, to: memberNumber },
      correlationId: ctx.correlationId,
    });
    return instructor?.info ?? null;
  },

  ...studentHandlers(library),

  'POST v2/courses/{packageId}/signoffs': (ctx, { params: { packageId }, body }) =>
    signSkills(ctx, requireCourse(library, packageId), body),

  'POST v2/courses/{packageId}/signoffs/remove': (ctx, { params: { packageId }, body: { students } }) =>
    removeSignOffs(ctx, requireCourse(library, packageId), students),
});
