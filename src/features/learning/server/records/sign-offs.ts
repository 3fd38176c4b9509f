import { appendAudit, type AuditAction } from '#platform/server/observability/audit.ts';
import type { Context } from '#platform/server/http/context.ts';
import { latestIsoDate } from '#platform/shared/dates.ts';
import { notify } from '#features/notifications/server/public.ts';
import { fail } from '#features/learning/shared/contract.ts';
import { learningNotices } from '#features/learning/shared/notices.ts';
import type { SignedSkills } from '#features/learning/shared/record-contract.ts';
import { toCulture } from '#features/learning/shared/rules.ts';
import { confinedSkills, toDiveSkill } from '#features/learning/shared/skills.ts';
import type { Course } from '#features/learning/server/content/course.ts';
import { getCourseText } from '#features/learning/server/content/library.ts';
import { publishChange } from '#features/learning/server/events.ts';
import * as queries from './queries.ts';

/** Skills that an instructor signs off: confined-water skills, and dives that do not come from the logbook. */
export function listSkillsToSign({ confined, logCourse, dives }: Course): string[] {
  const own = logCourse === undefined ? Array.from({ length: dives }, (_, index) => toDiveSkill(index + 1)) : [];
  return [...sortConfinedSkills(confined), ...own];
}

/** Sorts skills in the order of the record. */
export function sortConfinedSkills(confined: Course['confined']): Course['confined'] {
  return confinedSkills.filter((skill) => confined.includes(skill));
}

interface SignOffRequest {
  affiliateIds: readonly number[];
  skills: readonly string[];
  signedOn: string;
  note: string;
}

/** Signs off for all students or none: one person who is not the caller's student rejects the whole request. */
export async function signSkills(
  ctx: Context,
  course: Course,
  { affiliateIds, skills, signedOn, note }: SignOffRequest,
) {
  const { db } = ctx;
  const { affiliateId: teacher } = ctx.user;
  const { packageId } = course;
  assertKnownSkills(course, skills, (place) => `skills.${place}`);
  if (signedOn > latestIsoDate(ctx.now)) throw fail('learning.future_date', { path: 'signedOn' });
  const taught = new Map(
    (await queries.lockTaughtEnrollments(db, { teacher, packageId, affiliateIds })).map((row) => [
      row.affiliateId,
      row.language,
    ]),
  );
  const stranger = affiliateIds.findIndex((id) => !taught.has(id));
  if (stranger >= 0) throw fail('learning.not_your_student', { path: `affiliateIds.${stranger}` });
  const names = [...new Set(skills)];
  const stored = await queries.insertSignOffs(db, {
    teacher,
    packageId,
    affiliateIds: [...taught.keys()],
    skills: names,
    signedOn,
    note,
  });
  const students = groupByStudent(stored);
  const me = await queries.findPersonName.first(db, { affiliateId: teacher });
  for (const student of students) {
    await notify(ctx.services, db, {
      to: student.affiliateId,
      notice: learningNotices.skillsSigned,
      values: {
        instructor: me?.name ?? '',
        course: getCourseText(course, toCulture(taught.get(student.affiliateId) ?? '')).title,
        skills: student.skills.length,
      },
      path: `/training/eRecord/${packageId}`,
    });
  }
  await publishAndAudit(ctx, packageId, students, 'record.signed', { signedOn });
  return { signed: stored.length, already: taught.size * names.length - stored.length, students };
}

export async function removeSignOffs(ctx: Context, course: Course, wanted: readonly SignedSkills[]) {
  const pairs = [
    ...new Map(
      wanted
        .flatMap(({ affiliateId, skills }) => skills.map((skill) => ({ affiliateId, skill })))
        .map((pair) => [`${pair.affiliateId}/${pair.skill}`, pair]),
    ).values(),
  ];
  const removed = await queries.deleteSignOffs(ctx.db, {
    teacher: ctx.user.affiliateId,
    packageId: course.packageId,
    affiliateIds: pairs.map(({ affiliateId }) => affiliateId),
    skills: pairs.map(({ skill }) => skill),
  });
  if (removed.length < pairs.length) throw fail('learning.not_signed');
  await publishAndAudit(ctx, course.packageId, groupByStudent(removed), 'record.unsigned', {});
  return { removed: removed.length };
}

function assertKnownSkills(course: Course, skills: readonly string[], pathOf: (place: number) => string): void {
  const known = new Set(listSkillsToSign(course));
  const unknown = skills.findIndex((skill) => !known.has(skill));
  if (unknown >= 0) throw fail('learning.unknown_skill', { path: pathOf(unknown) });
}

function groupByStudent(pairs: readonly queries.SignedSkillRow[]): SignedSkills[] {
  const students = Map.groupBy(pairs, ({ affiliateId }) => affiliateId);
  return [...students].map(([affiliateId, own]) => ({ affiliateId, skills: own.map(({ skill }) => skill) }));
}

/** Updates the open pages of the students and the instructor, and audits the change per student. */
async function publishAndAudit(
  ctx: Context,
  packageId: string,
  students: readonly SignedSkills[],
  action: AuditAction,
  data: Record<string, string>,
): Promise<void> {
  const { affiliateId: actor } = ctx.user;
  for (const { affiliateId } of students) await publishChange(ctx, affiliateId, packageId, 'record');
  if (students.length > 0) await publishChange(ctx, actor, packageId, 'record');
  for (const { affiliateId, skills } of students)
    await appendAudit(ctx.db, {
      actor,
      action,
      subject: `person:${affiliateId}`,
      data: { packageId, skills, ...data },
      correlationId: ctx.correlationId,
    });
}
