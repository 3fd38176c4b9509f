import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import { fail } from '#platform/shared/errors.ts';
import type { catalogueEndpoints, Offer } from '#features/learning/shared/codes-contract.ts';
import type { CourseCard } from '#features/learning/shared/course-contract.ts';
import { courseLevels, isEntryCourse, type Culture } from '#features/learning/shared/rules.ts';
import { toCourseCard, resolveCulture } from './course-card.ts';
import { listEnrolledPackages } from '#features/learning/server/codes/queries.ts';
import type { Course } from '#features/learning/server/content/course.ts';
import { type Library, getCourseText } from '#features/learning/server/content/library.ts';
import { isOfferedTo, isProfessionalCourse } from './professional-courses.ts';

const maxOffers = 6;

export const catalogueHandlers = (library: Library): Handlers<typeof catalogueEndpoints> => ({
  async 'GET courses/expanded'(ctx, { query }) {
    const culture = await resolveCulture(ctx, query.culture);
    const owned = new Set(
      (await listEnrolledPackages(ctx.db, { affiliateId: ctx.user.affiliateId })).map(({ packageId }) => packageId),
    );
    return library
      .list()
      .filter((course) => owned.has(course.packageId) || isOfferedTo(course, ctx.user.affiliateTypeId))
      .map((course) => ({
        ...toCourseCard(course, culture, owned.has(course.packageId)),
        sections: getCourseText(course, culture).sections.map(({ title }) => title),
      }));
  },

  async 'GET offer/recommendation'(ctx, { query }) {
    if (query.sub !== ctx.user.sub) throw fail('not_found');
    const culture = await resolveCulture(ctx, query.culture);
    const enrolled = await listEnrolledPackages(ctx.db, { affiliateId: ctx.user.affiliateId });
    return selectRecommendations(library.list(), enrolled, ctx.user.affiliateTypeId).map(([course, reason]): Offer => {
      const { title, summary } = getCourseText(course, culture);
      return { packageId: course.packageId, title, summary, reason };
    });
  },
});

/**
 * Recommends an entry course until a course is completed, then the next level and popular courses. For divemasters,
 * instructor development comes first.
 */
export function selectRecommendations(
  courses: readonly Course[],
  enrolled: readonly { packageId: string; isCompleted: boolean }[],
  affiliateTypeId: number,
): [Course, Offer['reason']][] {
  const owned = new Set(enrolled.map(({ packageId }) => packageId));
  const finished = new Set(enrolled.filter(({ isCompleted }) => isCompleted).map(({ packageId }) => packageId));
  const offered = courses.filter(
    (course) => course.isSellable && !owned.has(course.packageId) && isOfferedTo(course, affiliateTypeId),
  );
  const professional = offered.filter(isProfessionalCourse).map((course): [Course, 'next'] => [course, 'next']);
  const open = offered.filter((course) => !isProfessionalCourse(course));
  const reached = Math.max(
    -1,
    ...courses
      .filter(({ packageId, kind }) => finished.has(packageId) && kind !== 'demo' && kind !== 'dsd')
      .map(({ level }) => courseLevels.indexOf(level)),
  );
  if (reached < 0) {
    // A specialty is not an entry course, even at beginner level.
    const first = open.filter((course) => isEntryCourse(course) && course.kind === 'course');
    const begin = first.map((course): [Course, 'first'] => [course, 'first']);
    if (begin.length > 0) return [...professional, ...begin].slice(0, maxOffers);
  }
  const offers = open.flatMap((course): [Course, Offer['reason']][] => {
    if (courseLevels.indexOf(course.level) <= Math.max(0, reached) + 1) return [[course, 'next']];
    return course.tags.includes('recommended') ? [[course, 'popular']] : [];
  });
  const rank = ([course, reason]: [Course, Offer['reason']]) =>
    (reason === 'next' ? 0 : 10) + (course.tags.includes('recommended') ? 0 : 5) + courseLevels.indexOf(course.level);
  return [...professional, ...offers.toSorted((a, b) => rank(a) - rank(b))].slice(0, maxOffers);
}

/** Sellable courses that the person does not own. */
export async function listOtherCourses(
  ctx: Context,
  library: Library,
  requested: Culture | undefined,
): Promise<CourseCard[]> {
  const culture = await resolveCulture(ctx, requested);
  const owned = new Set(
    (await listEnrolledPackages(ctx.db, { affiliateId: ctx.user.affiliateId })).map(({ packageId }) => packageId),
  );
  return library
    .list()
    .filter(
      (course) => course.isSellable && !owned.has(course.packageId) && isOfferedTo(course, ctx.user.affiliateTypeId),
    )
    .map((course) => toCourseCard(course, culture, false));
}
