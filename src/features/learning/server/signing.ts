import { appendAudit } from '../../../platform/server/audit.ts';
import type { Context } from '../../../platform/server/context.ts';
import { latestDayOf } from '../../logbook/shared/rules.ts';
import { notify } from '../../notifications/server/public.ts';
import { fail } from '../shared/contract.ts';
import { learningNotices } from '../shared/notices.ts';
import type { SignedSkills } from '../shared/record-contract.ts';
import { cultureOf } from '../shared/rules.ts';
import { confinedSkills, diveSkill } from '../shared/skills.ts';
import type { Course } from './content/course.ts';
import { textIn } from './content/library.ts';
import { publishChange } from './events.ts';
import * as sql from './record-sql.ts';

/** What an instructor signs: the skills in confined water, and the dives that do not come from the logbook. */
export function skillsToSign({ confined, logCourse, dives }: Course): string[] {
  const own = logCourse === undefined ? Array.from({ length: dives }, (_, index) => diveSkill(index + 1)) : [];
  return [...inOrder(confined), ...own];
}

/** Every course has them in the order of the record. */
export function inOrder(confined: Course['confined']): Course['confined'] {
  return confinedSkills.filter((skill) => confined.includes(skill));
}

interface Signing {
  affiliateIds: readonly number[];
  skills: readonly string[];
  signedOn: string;
  note: string;
}

/** For all of them, or for none: one who is not the caller's student refuses the rest. */
export async function signSkills(ctx: Context, course: Course, { affiliateIds, skills, signedOn, note }: Signing) {
  const { db, user } = ctx;
  const { packageId } = course;
  demandSkills(course, skills, (place) => `skills.${place}`);
  if (signedOn > latestDayOf(ctx.now)) throw fail('learning.future_date', { path: 'signedOn' });
  const taught = new Map(
    (await sql.lockTaught(db, user.affiliateId, packageId, affiliateIds)).map((row) => [row.affiliateId, row.language]),
  );
  const stranger = affiliateIds.findIndex((id) => !taught.has(id));
  if (stranger >= 0) throw fail('learning.not_your_student', { path: `affiliateIds.${stranger}` });
  const names = [...new Set(skills)];
  const stored = await sql.insertSignOffs(db, user.affiliateId, packageId, [...taught.keys()], names, signedOn, note);
  const students = byStudent(stored);
  const [me] = await sql.findName(db, user.affiliateId);
  for (const student of students) {
    await notify(ctx.services, db, {
      to: student.affiliateId,
      notice: learningNotices.skillsSigned,
      values: {
        instructor: me?.name ?? '',
        course: textIn(course, cultureOf(taught.get(student.affiliateId) ?? '')).title,
        skills: student.skills.length,
      },
      path: `/training/eRecord/${packageId}`,
    });
  }
  await tell(ctx, packageId, students, 'record.signed', { signedOn });
  return { signed: stored.length, already: taught.size * names.length - stored.length, students };
}

export async function takeBackSkills(ctx: Context, course: Course, wanted: readonly SignedSkills[]) {
  const pairs = [
    ...new Map(
      wanted
        .flatMap(({ affiliateId, skills }) => skills.map((skill) => ({ affiliateId, skill })))
        .map((pair) => [`${pair.affiliateId}/${pair.skill}`, pair]),
    ).values(),
  ];
  const removed = await sql.deleteSignOffs(
    ctx.db,
    ctx.user.affiliateId,
    course.packageId,
    pairs.map(({ affiliateId }) => affiliateId),
    pairs.map(({ skill }) => skill),
  );
  if (removed.length < pairs.length) throw fail('learning.not_signed');
  await tell(ctx, course.packageId, byStudent(removed), 'record.unsigned', {});
  return { removed: removed.length };
}

function demandSkills(course: Course, skills: readonly string[], pathOf: (place: number) => string): void {
  const known = new Set(skillsToSign(course));
  const unknown = skills.findIndex((skill) => !known.has(skill));
  if (unknown >= 0) throw fail('learning.unknown_skill', { path: pathOf(unknown) });
}

function byStudent(pairs: readonly sql.Pair[]): SignedSkills[] {
  const students = Map.groupBy(pairs, ({ affiliateId }) => affiliateId);
  return [...students].map(([affiliateId, own]) => ({ affiliateId, skills: own.map(({ skill }) => skill) }));
}

/** Open pages hear of it, of the students and of the instructor; and it is written down with whose record it is. */
async function tell(
  ctx: Context,
  packageId: string,
  students: readonly SignedSkills[],
  action: string,
  data: Record<string, string>,
): Promise<void> {
  const { affiliateId: actor } = ctx.user;
  for (const { affiliateId } of students) await publishChange(ctx, affiliateId, packageId, 'record');
  if (students.length > 0) await publishChange(ctx, actor, packageId, 'record');
  // At the end: the chain of entries has one head, which is held until the transaction is over.
  for (const { affiliateId, skills } of students)
    await appendAudit(ctx.db, {
      actor,
      action,
      subject: `person:${affiliateId}`,
      data: { packageId, skills, ...data },
      correlationId: ctx.correlationId,
    });
}
