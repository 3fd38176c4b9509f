import { appendAudit } from '#platform/server/observability/audit.ts';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import { FileReply } from '#platform/server/http/file-reply.ts';
import { findInstructor } from '#features/logbook/server/public.ts';
import { fail } from '#features/learning/shared/contract.ts';
import { ERecord, type recordEndpoints, type Student } from '#features/learning/shared/record-contract.ts';
import { toCulture, type Culture } from '#features/learning/shared/rules.ts';
import { parseDiveSkill } from '#features/learning/shared/skills.ts';
import {
  requireCourse,
  requireStudent,
  countLessons,
  auditStudentRead,
} from '#features/learning/server/enrollments/access.ts';
import { getCourseText, type Library } from '#features/learning/server/content/library.ts';
import { publishChange } from '#features/learning/server/events.ts';
import { makeRecordPdf } from './record-pdf.ts';
import { loadRecord } from './load-record.ts';
import * as queries from './queries.ts';
import { signSkills, listSkillsToSign, removeSignOffs } from './sign-offs.ts';

interface RecordQuery {
  affiliateId?: number | undefined;
  culture?: Culture | undefined;
}

/** Loads a record and audits the access unless the learner reads it. */
async function loadAuditedRecord(ctx: Context, library: Library, packageId: string, query: RecordQuery) {
  const student = await requireStudent(ctx, packageId, query.affiliateId);
  const culture = query.culture ?? toCulture(ctx.locale);
  const record = await loadRecord(ctx.db, library, { ...student, culture });
  await auditStudentRead(ctx, student, 'record');
  return record;
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
      record: ERecord.parse(record),
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

  'GET v2/students': async (ctx, { query }) => {
    const culture = query.culture ?? toCulture(ctx.locale);
    const rows = await queries.listStudents(ctx.db, { teacher: ctx.user.affiliateId });
    return rows.flatMap((row) => toStudent(library, culture, row) ?? []);
  },

  'POST v2/courses/{packageId}/signoffs': (ctx, { params: { packageId }, body }) =>
    signSkills(ctx, requireCourse(library, packageId), body),

  'POST v2/courses/{packageId}/signoffs/remove': (ctx, { params: { packageId }, body: { students } }) =>
    removeSignOffs(ctx, requireCourse(library, packageId), students),
});

/** Returns null for withdrawn and SCORM courses, which have nothing to sign off. */
function toStudent(library: Library, culture: Culture, row: queries.StudentRow): Student | null {
  const course = library.find(row.packageId);
  if (course === undefined) return null;
  const { affiliateId, name, packageId, lessonsDone, examPassedAt, lastAt } = row;
  const skills = listSkillsToSign(course);
  const signed = row.signed.filter((skill) => skills.includes(skill));
  const verified = row.dives.filter((dive) => {
    const [logCourse, number] = dive.split('/');
    return logCourse === course.logCourse && Number(number) <= course.dives;
  });
  return {
    affiliateId,
    name,
    packageId,
    title: getCourseText(course, culture).title,
    lessonsDone,
    lessonsTotal: row.lessonsTotal || countLessons(course),
    isExamPassed: examPassedAt !== null,
    hasExam: course.exam !== undefined,
    skills,
    signed,
    divesVerified: verified.length + signed.filter((skill) => parseDiveSkill(skill) !== null).length,
    dives: course.dives,
    lastDate: lastAt?.toISOString() ?? null,
  };
}
