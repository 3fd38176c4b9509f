import { affiliateType } from '#features/professionals/shared/rules.ts';
import type { Course } from '#features/learning/server/content/course.ts';
import { library } from '#features/learning/server/content/library.ts';

/** The tag of instructor-development courses, as in the calls' `filter=idc`. */
const professionalTag = 'idc';

export function isProfessionalCourse({ tags }: { tags: readonly string[] }): boolean {
  return tags.includes(professionalTag);
}

/** Instructor development is offered to divemasters only; every other course to anyone. */
export function isOfferedTo(course: Pick<Course, 'tags'>, affiliateTypeId: number): boolean {
  return !isProfessionalCourse(course) || affiliateTypeId === affiliateType.divemaster;
}

/** The packages that the shop neither shows nor sells to somebody. */
export function listPackagesNotOfferedTo(affiliateTypeId: number): string[] {
  return library
    .list()
    .filter((course) => !isOfferedTo(course, affiliateTypeId))
    .map(({ packageId }) => packageId);
}

export function isProfessionalPackage(packageId: string | null): boolean {
  const course = packageId === null ? undefined : library.find(packageId);
  return course !== undefined && isProfessionalCourse(course);
}
