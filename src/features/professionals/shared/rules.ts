/** Affiliate types, as `person.affiliate_type_id` stores them. */
export const affiliateType = { diver: 1, divemaster: 2, instructor: 3, store: 4, staff: 9 } as const;

/** Divemasters and instructors, who share SPEC's professional screens and endpoints. */
export function isProfessional(affiliateTypeId: number): boolean {
  return affiliateTypeId === affiliateType.divemaster || affiliateTypeId === affiliateType.instructor;
}

/** Only instructors verify training dives, sign skills, certify and read forms as a teacher. */
export function isInstructor(affiliateTypeId: number): boolean {
  return affiliateTypeId === affiliateType.instructor;
}
