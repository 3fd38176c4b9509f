import { isInstructor, isStaff } from '#domain/roles.ts';
import type { Missing, MissingKind } from './readiness.ts';

interface Viewer {
  affiliateId: number;
  affiliateTypeId: number;
}

/** Staff issue every level to anyone, also one that was revoked. */
export function canCertifyAnyone(viewer: Pick<Viewer, 'affiliateTypeId'> | null): boolean {
  return viewer !== null && isStaff(viewer.affiliateTypeId);
}

/** Instructors certify the students of their own courses. */
export function canCertifyClass(viewer: Pick<Viewer, 'affiliateTypeId'> | null): boolean {
  return viewer !== null && isInstructor(viewer.affiliateTypeId);
}

export function canCertify(viewer: Pick<Viewer, 'affiliateTypeId'> | null): boolean {
  return canCertifyClass(viewer) || canCertifyAnyone(viewer);
}

interface Student {
  affiliateId: number;
  training: { teacher: number | null } | null;
}

export function isTeacherOf(viewer: Viewer, { training }: Pick<Student, 'training'>): boolean {
  return training !== null && training.teacher === viewer.affiliateId;
}

/** The instructor of the course, who can't be the student, or staff. */
export function canCertifyStudent(viewer: Viewer, student: Student): boolean {
  if (canCertifyAnyone(viewer)) return true;
  return isTeacherOf(viewer, student) && student.affiliateId !== viewer.affiliateId;
}

const neverOverridden = new Set<MissingKind>(['birthdate', 'own_family']);

/** Staff can override missing requirements with a reason, except an unknown age and family relations. */
export function canOverride(viewer: Pick<Viewer, 'affiliateTypeId'> | null, missing: readonly Missing[]): boolean {
  return canCertifyAnyone(viewer) && !missing.some(({ kind }) => neverOverridden.has(kind));
}

/** The number of students that one request certifies. */
export const maxClassSize = 50;
