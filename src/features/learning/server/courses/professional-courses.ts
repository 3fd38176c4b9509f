import { affiliateType } from '#domain/roles.ts';
import type { Course } from '#features/learning/server/content/course.ts';
import { library } from '#features/learning/server/content/library.ts';

/** Tag of instructor-development courses; also the value of the `filter` query. */
const professionalTag = 'idc';

export function isProfessionalCourse({ tags }: { tags: readonly string[] }): boolean {
  return tags.includes(professionalTag);
}

/** Instructor development is offered to divemasters only; every other course to anyone. */
export function isOfferedTo(course: Pick<Course, 'tags'>, affiliateTypeId: number): boolean {
  return !isProfessionalCourse(course) || affiliateTypeId === affiliateType.divemaster;
}

/** Packages that the shop hides from this type of person. */
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
