import { joinTransaction } from '#platform/server/db/join-transaction.ts';
import { sql } from 'kysely';
import { appendAudit, type ReadTarget } from '#platform/server/observability/audit.ts';
import type { Context } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import { fail } from '#features/learning/shared/contract.ts';
import { canHaveStudents, getStudentRelation, type StudentRelation } from '#features/learning/shared/policy.ts';
import type { Course } from '#features/learning/server/content/course.ts';
import { library as courses, type Library } from '#features/learning/server/content/library.ts';
import type { EnrollmentKey } from '#features/learning/server/progress/queries.ts';
import { restoreWithdrawnCourse } from './withdraw-course.ts';

export function requireCourse(library: Library, packageId: string): Course {
  const course = library.find(packageId);
  if (course === undefined) throw fail('learning.no_course', { message: packageId });
  return course;
}

const findTaughtEnrollment = query((db, p: Params<EnrollmentKey & { teacher: number }>) =>
  db
    .selectFrom('active_instructor as t')
    .innerJoin('enrollment as e', 'e.member_number', 't.member_number')
    .select('e.affiliate_id')
    .where('t.affiliate_id', '=', p.teacher)
    .where('e.affiliate_id', '=', p.affiliateId)
    .where('e.package_id', '=', p.packageId),
);

/** The person whose record or results are requested, and the caller's relation to them. */
export interface StudentAccess {
  affiliateId: number;
  packageId: string;
  relation: StudentRelation;
}

/** Callers who may not read the record cannot tell whether the person is enrolled. */
export async function requireStudent(
  { db, user }: Pick<Context, 'db' | 'user'>,
  packageId: string,
  affiliateId: number = user.affiliateId,
): Promise<StudentAccess> {
  const isTaughtByViewer =
    affiliateId !== user.affiliateId &&
    canHaveStudents(user) &&
    (await findTaughtEnrollment.first(db, { teacher: user.affiliateId, affiliateId, packageId })) !== undefined;
  const relation = getStudentRelation(user, { affiliateId, isTaughtByViewer });
  if (relation === null) throw fail('learning.not_your_student');
  return { affiliateId, packageId, relation };
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
  await joinTransaction(ctx, write);
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

interface NewEnrollment extends EnrollmentKey {
  source: EnrollmentSource;
  memberNumber: number | null;
  storeNumber: number | null;
  lessonsTotal: number;
}

const upsertEnrollment = query((db, p: Params<NewEnrollment>) =>
  db
    .insertInto('enrollment')
    .values({
      affiliate_id: p.affiliateId,
      package_id: p.packageId,
      source: p.source,
      member_number: p.memberNumber,
      store_number: p.storeNumber,
      lessons_total: p.lessonsTotal,
    })
    .onConflict((conflict) =>
      conflict.columns(['affiliate_id', 'package_id']).doUpdateSet((eb) => ({
        member_number: eb.fn.coalesce('enrollment.member_number', 'excluded.member_number'),
        store_number: eb.fn.coalesce('enrollment.store_number', 'excluded.store_number'),
      })),
    )
    .returning(sql<boolean>`xmax = 0`.as('isNew')),
);

/**
 * Enrolls a person. An existing enrollment is kept, and a missing instructor or store is filled in. Progress from an
 * earlier, withdrawn enrollment is restored.
 */
export async function grantEnrollment(db: Db, grant: EnrollmentGrant): Promise<{ isNew: boolean }> {
  const { affiliateId, packageId, source, memberNumber = null, storeNumber = null } = grant;
  const lessonsTotal = grant.lessonsTotal ?? countLessons(courses.find(packageId));
  const row = await upsertEnrollment.first(db, {
    affiliateId,
    packageId,
    source,
    memberNumber,
    storeNumber,
    lessonsTotal,
  });
  if (row?.isNew) await restoreWithdrawnCourse(db, { affiliateId, packageId });
  return { isNew: row?.isNew === true };
}

export function countLessons(course: Course | undefined): number {
  return (course?.sections ?? []).reduce((sum, { lessons }) => sum + lessons.length, 0);
}
