import { affiliateType, isInstructor, isProfessional, type Role } from '#domain/roles.ts';

/** How a person may read a student's record. */
export type StudentRelation = 'self' | 'instructor' | 'staff';

interface Viewer {
  affiliateId: number;
  role: Role;
}

/** Everyone reads their own record, instructors those of their own students, and staff all. */
export function getStudentRelation(
  viewer: Viewer,
  student: { affiliateId: number; isTaughtByViewer: boolean },
): StudentRelation | null {
  if (student.affiliateId === viewer.affiliateId) return 'self';
  if (viewer.role === 'staff') return 'staff';
  return student.isTaughtByViewer ? 'instructor' : null;
}

/** Only professionals have students. Stores see the board, but open no records. */
export function canHaveStudents(viewer: Pick<Viewer, 'role'> | null): boolean {
  return viewer?.role === 'professional';
}

/** Instructors sign the skills of their own students. */
export function canSignSkills(viewer: { affiliateTypeId: number } | null): boolean {
  return viewer !== null && isInstructor(viewer.affiliateTypeId);
}

/** Stores and staff cannot take courses or join the club. */
export function canTakeCourses({ affiliateTypeId }: { affiliateTypeId: number }): boolean {
  return affiliateTypeId === affiliateType.diver || isProfessional(affiliateTypeId);
}
