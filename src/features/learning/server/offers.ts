import type { Handlers } from '../../../platform/server/calls.ts';
import type { Context } from '../../../platform/server/context.ts';
import { fail } from '../../../platform/shared/errors.ts';
import type { catalogueCalls, Offer } from '../shared/codes-contract.ts';
import type { CourseCard } from '../shared/course-contract.ts';
import { courseLevels, isEntryCourse, type Culture } from '../shared/rules.ts';
import { cardOf, cultureFor } from './cards.ts';
import { listEntitled } from './codes-sql.ts';
import type { Course } from './content/course.ts';
import { type Library, textIn } from './content/library.ts';
import { isOfferedTo, isProfessionalCourse } from './professional-courses.ts';

const offersShown = 6;

export const catalogueHandlers = (library: Library): Handlers<typeof catalogueCalls> => ({
  async 'GET courses/expanded'(ctx, { query }) {
    const culture = await cultureFor(ctx, query.culture);
    const owned = new Set((await listEntitled(ctx.db, ctx.user.affiliateId)).map(({ packageId }) => packageId));
    return library
      .list()
      .filter((course) => owned.has(course.packageId) || isOfferedTo(course, ctx.user.affiliateTypeId))
      .map((course) => ({
        ...cardOf(course, culture, owned.has(course.packageId)),
        sections: textIn(course, culture).sections.map(({ title }) => title),
      }));
  },

  async 'GET offer/recommendation'(ctx, { query }) {
    if (query.sub !== ctx.user.sub) throw fail('not_found');
    const culture = await cultureFor(ctx, query.culture);
    const standing = await listEntitled(ctx.db, ctx.user.affiliateId);
    return recommend(library.list(), standing, ctx.user.affiliateTypeId).map(([course, reason]): Offer => {
      const { title, summary } = textIn(course, culture);
      return { packageId: course.packageId, title, summary, reason };
    });
  },
});

/**
 * Who has finished nothing is shown where to begin; who has, what the next step is, and what many take besides. For a
 * divemaster the next step is instructor development, whatever they learned here before.
 */
export function recommend(
  courses: readonly Course[],
  standing: readonly { packageId: string; isCompleted: boolean }[],
  affiliateTypeId: number,
): [Course, Offer['reason']][] {
  const owned = new Set(standing.map(({ packageId }) => packageId));
  const finished = new Set(standing.filter(({ isCompleted }) => isCompleted).map(({ packageId }) => packageId));
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
    // A specialty makes nobody a diver, however easy it is.
    const first = open.filter((course) => isEntryCourse(course) && course.kind === 'course');
    const begin = first.map((course): [Course, 'first'] => [course, 'first']);
    if (begin.length > 0) return [...professional, ...begin].slice(0, offersShown);
  }
  const offers = open.flatMap((course): [Course, Offer['reason']][] => {
    if (courseLevels.indexOf(course.level) <= Math.max(0, reached) + 1) return [[course, 'next']];
    return course.tags.includes('recommended') ? [[course, 'popular']] : [];
  });
  const rank = ([course, reason]: [Course, Offer['reason']]) =>
    (reason === 'next' ? 0 : 10) + (course.tags.includes('recommended') ? 0 : 5) + courseLevels.indexOf(course.level);
  return [...professional, ...offers.toSorted((a, b) => rank(a) - rank(b))].slice(0, offersShown);
}

/** What the person could buy: neither theirs nor given away. */
export async function otherCourses(
  ctx: Context,
  library: Library,
  requested: Culture | undefined,
): Promise<CourseCard[]> {
  const culture = await cultureFor(ctx, requested);
  const owned = new Set((await listEntitled(ctx.db, ctx.user.affiliateId)).map(({ packageId }) => packageId));
  return library
    .list()
    .filter(
      (course) => course.isSellable && !owned.has(course.packageId) && isOfferedTo(course, ctx.user.affiliateTypeId),
    )
    .map((course) => cardOf(course, culture, false));
}
