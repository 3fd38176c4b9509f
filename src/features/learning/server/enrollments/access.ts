import { appendAudit, type ReadTarget } from '#platform/server/observability/audit.ts';
import type { Context } from '#platform/server/http/context.ts';
import { type Db, statement } from '#platform/server/db/database.ts';
import { fail } from '#features/learning/shared/contract.ts';
import type { Course } from '#features/learning/server/content/course.ts';
import { library as courses, type Library } from '#features/learning/server/content/library.ts';
import { restoreWithdrawnCourse } from './withdraw-course.ts';
import { isActiveInstructorSql } from '#features/professionals/server/public.ts';

export function requireCourse(library: Library, packageId: string): Course {
  const course = library.find(packageId);
  if (course === undefined) throw fail('learning.no_course', { message: packageId });
  return course;
}

const findTaughtEnrollment = statement<{ found: number }, [teacher: number, affiliateId: number, packageId: string]>(`
  select 1 as found from person t join enrollment e using (member_number)
  where t.affiliate_id = $1 and ${isActiveInstructorSql('t')}
    and e.affiliate_id = $2 and e.package_id = $3`);

/** The person whose record or results are requested, and the caller's relation to them. */
export interface StudentAccess {
  affiliateId: number;
  packageId: string;
  relation: 'self' | 'instructor' | 'staff';
}

/**
 * Accepts the caller, their own students and, for staff, any person. Other callers cannot tell whether the person is
 * enrolled.
 */
export async function requireStudent(
  { db, user }: Pick<Context, 'db' | 'user'>,
  packageId: string,
  affiliateId: number = user.affiliateId,
): Promise<StudentAccess> {
  if (affiliateId === user.affiliateId) return { affiliateId, packageId, relation: 'self' };
  if (user.role === 'staff') return { affiliateId, packageId, relation: 'staff' };
  const [row] =
    user.role === 'professional' ? await findTaughtEnrollment(db, user.affiliateId, affiliateId, packageId) : [];
  if (row === undefined) throw fail('learning.not_your_student');
  return { affiliateId, packageId, relation: 'instructor' };
}

/** Audits access to another person's results, in the request's transaction or in a new one for read requests. */
export async function auditStudentRead(ctx: Context, student: StudentAccess, what: ReadTarget): Promise<void> {
  if (student.relation === 'self') return;
  const write = (db: Db) =>
    appendAudit(db, {
      actor: ctx.user.affiliateId,
      action: `${what}.read`,
      subject: `person:${student.affiliateId}`,
      data: { relation: student.relation, packageId: student.packageId },
      correlationId: ctx.correlationId,
    });
  await (ctx.db.isTransaction ? write(ctx.db) : ctx.services.database.inTransaction(ctx.correlationId, write));
}

export type EnrollmentSource = 'code' | 'order' | 'dsd' | 'association' | 'demo';

export interface EnrollmentGrant {
  affiliateId: number;
  packageId: string;
  source: EnrollmentSource;
  memberNumber?: number | null;
  storeNumber?: number | null;
  /** Required for a course that is not in the library. */
  lessonsTotal?: number;
}

const insertEnrollment = statement<
  { isNew: boolean },
  [
    affiliateId: number,
    packageId: string,
    source: string,
    memberNumber: number | null,
    storeNumber: number | null,
    lessonsTotal: number,
  ]
>(`
  insert into enrollment (affiliate_id, package_id, source, member_number, store_number, lessons_total)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (affiliate_id, package_id) do update set
    member_number = coalesce(enrollment.member_number, excluded.member_number),
    store_number = coalesce(enrollment.store_number, excluded.store_number)
  returning xmax = 0 as "isNew"`);

/**
 * Enrolls a person. An existing enrollment is kept, and a missing instructor or store is filled in. Progress from an
 * earlier, withdrawn enrollment is restored.
 */
export async function grantEnrollment(db: Db, grant: EnrollmentGrant): Promise<{ isNew: boolean }> {
  const { affiliateId, packageId, source, memberNumber = null, storeNumber = null } = grant;
  const lessonsTotal = grant.lessonsTotal ?? countLessons(courses.find(packageId));
  const [row] = await insertEnrollment(db, affiliateId, packageId, source, memberNumber, storeNumber, lessonsTotal);
  if (row?.isNew) await restoreWithdrawnCourse(db, affiliateId, packageId);
  return { isNew: row?.isNew === true };
}

export function countLessons(course: Course | undefined): number {
  return (course?.sections ?? []).reduce((sum, { lessons }) => sum + lessons.length, 0);
}
