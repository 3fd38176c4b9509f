/** The demo people who have a tour. */
export const tourPeople = [
  'diver',
  'student',
  'minor',
  'guardian',
  'instructor',
  'candidate',
  'store',
  'staff',
] as const;
export type TourPerson = (typeof tourPeople)[number];

/** Other people have no tour. Every page needs this, so the steps are elsewhere. */
export function findTourPerson(email: string | null): TourPerson | undefined {
  return tourPeople.find((person) => email === `${person}@demo.test`);
}
