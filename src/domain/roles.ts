/** What a person is to the association, as `person.affiliate_type_id` stores it. No other file contains these numbers. */
export const affiliateType = { diver: 1, divemaster: 2, instructor: 3, store: 4, staff: 9 } as const;

/** Roles decide which screens and endpoints a person has. Divemasters and instructors share theirs. */
export type Role = 'diver' | 'professional' | 'store' | 'staff';

export function getRole(affiliateTypeId: number): Role {
  if (isProfessional(affiliateTypeId)) return 'professional';
  if (affiliateTypeId === affiliateType.store) return 'store';
  return isStaff(affiliateTypeId) ? 'staff' : 'diver';
}

/** Divemasters and instructors, who share the professional screens and endpoints. */
export function isProfessional(affiliateTypeId: number): boolean {
  return affiliateTypeId === affiliateType.divemaster || affiliateTypeId === affiliateType.instructor;
}

/** Only instructors verify training dives, sign skills, certify and read forms as a teacher. */
export function isInstructor(affiliateTypeId: number): boolean {
  return affiliateTypeId === affiliateType.instructor;
}

export function isStaff(affiliateTypeId: number): boolean {
  return affiliateTypeId === affiliateType.staff;
}
