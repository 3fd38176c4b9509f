import { appendAudit } from '../../../platform/server/audit.ts';
import type { Handlers } from '../../../platform/server/calls.ts';
import type { Context } from '../../../platform/server/context.ts';
import { FileReply } from '../../../platform/server/file-reply.ts';
import { findInstructor } from '../../logbook/server/public.ts';
import { fail } from '../shared/contract.ts';
import { ERecord, type recordCalls, type Student } from '../shared/record-contract.ts';
import { cultureOf, type Culture } from '../shared/rules.ts';
import { diveOf } from '../shared/skills.ts';
import { demandCourse, demandStudent, lessonsOf, logStudentReading } from './access.ts';
import { textIn, type Library } from './content/library.ts';
import { publishChange } from './events.ts';
import { makeRecordPdf } from './record-document.ts';
import { readRecord } from './record-shape.ts';
import * as sql from './record-sql.ts';
import { signSkills, skillsToSign, takeBackSkills } from './signing.ts';

interface Query {
  affiliateId?: number | undefined;
  culture?: Culture | undefined;
}

/** Whose record it is, for whoever may read it; a reading by another is written down. */
async function openRecord(ctx: Context, library: Library, packageId: string, query: Query) {
  const student = await demandStudent(ctx, packageId, query.affiliateId);
  const culture = query.culture ?? cultureOf(ctx.locale);
  const record = await readRecord(ctx.db, library, { ...student, culture });
  await logStudentReading(ctx, student, 'record');
  return record;
}

export const recordHandlers = (library: Library): Handlers<typeof recordCalls> => ({
  'GET v2/courses/{packageId}/eRecord': (ctx, { params: { packageId }, query }) =>
    openRecord(ctx, library, packageId, query),

  'GET courses/{id}/eRecord/archive': async (ctx, { params: { id }, query }) => {
    const student = await demandStudent(ctx, id, query.affiliateId);
    const rows = await sql.listArchived(ctx.db, student.affiliateId, id);
    await logStudentReading(ctx, student, 'record_archive');
    return rows.map(({ id: archiveId, enrolledAt, archivedAt, record }) => ({
      id: archiveId,
      enrollmentDate: enrolledAt.toISOString(),
      archivedDate: archivedAt.toISOString(),
      record: ERecord.parse(record),
    }));
  },

  'GET v2/courses/{packageId}/eRecord/document': async (ctx, { params: { packageId }, query }) => {
    const record = await openRecord(ctx, library, packageId, query);
    const pdf = await makeRecordPdf(ctx, record, query.timeZone ?? 'UTC');
    return new FileReply(pdf, 'application/pdf', {
      'content-disposition': `attachment; filename="record-${packageId}.pdf"`,
    });
  },

  'PUT v2/courses/{packageId}/instructor': async (ctx, { params: { packageId }, body: { memberNumber } }) => {
    const { db, user } = ctx;
    const [former] = await sql.lockEnrollment(db, user.affiliateId, packageId);
    if (former === undefined) throw fail('learning.not_entitled');
    const [instructor] = memberNumber === null ? [] : await findInstructor(db, memberNumber);
    if (memberNumber !== null && instructor === undefined)
      throw fail('learning.unknown_instructor', { path: 'memberNumber' });
    if (instructor?.affiliate_id === user.affiliateId) throw fail('learning.own_instructor', { path: 'memberNumber' });
    await sql.updateInstructor(db, user.affiliateId, packageId, memberNumber);
    const concerned = [user.affiliateId, former.teacher, instructor?.affiliate_id ?? null];
    for (const affiliateId of new Set(concerned.filter((one) => one !== null)))
      await publishChange(ctx, affiliateId, packageId, 'record');
    await appendAudit(db, {
      actor: user.affiliateId,
      action: 'record.instructor',
      subject: `person:${user.affiliateId}`,
      data: { packageId, from: former.memberNumber, to: memberNumber },
      correlationId: ctx.correlationId,
    });
    return instructor?.info ?? null;
  },

  'GET v2/students': async (ctx, { query }) => {
    const culture = query.culture ?? cultureOf(ctx.locale);
    const rows = await sql.listStudents(ctx.db, ctx.user.affiliateId);
    return rows.flatMap((row) => studentOf(library, culture, row) ?? []);
  },

  'POST v2/courses/{packageId}/signoffs': (ctx, { params: { packageId }, body }) =>
    signSkills(ctx, demandCourse(library, packageId), body),

  'POST v2/courses/{packageId}/signoffs/remove': (ctx, { params: { packageId }, body: { students } }) =>
    takeBackSkills(ctx, demandCourse(library, packageId), students),
});

/** A course that is no longer taught, or that others made, has nothing to sign. */
function studentOf(library: Library, culture: Culture, row: sql.StudentRow): Student | null {
  const course = library.find(row.packageId);
  if (course === undefined) return null;
  const { affiliateId, name, packageId, lessonsDone, examPassedAt, lastAt } = row;
  const skills = skillsToSign(course);
  const signed = row.signed.filter((skill) => skills.includes(skill));
  const verified = row.dives.filter((dive) => {
    const [logCourse, number] = dive.split('/');
    return logCourse === course.logCourse && Number(number) <= course.dives;
  });
  return {
    affiliateId,
    name,
    packageId,
    title: textIn(course, culture).title,
    lessonsDone,
    lessonsTotal: row.lessonsTotal || lessonsOf(course),
    isExamPassed: examPassedAt !== null,
    hasExam: course.exam !== undefined,
    skills,
    signed,
    divesVerified: verified.length + signed.filter((skill) => diveOf(skill) !== null).length,
    dives: course.dives,
    lastDate: lastAt?.toISOString() ?? null,
  };
}
