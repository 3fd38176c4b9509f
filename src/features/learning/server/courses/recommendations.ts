import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import { fail } from '#platform/shared/errors.ts';
import type { catalogueEndpoints, Offer } from '#features/learning/shared/codes-contract.ts';
import type { CourseCard } from '#features/learning/shared/course-contract.ts';
import { courseLevels, isEntryCourse, type Culture } from '#features/learning/shared/rules.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { findLevel, meetsPrerequisite } from '#domain/certification-levels.ts';
import { toCourseCard, resolveCulture } from './course-card.ts';
import { listEnrolledPackages } from '#features/learning/server/codes/queries.ts';
import type { Course } from '#features/learning/server/content/course.ts';
import { library as allCourses, type Library, getCourseText } from '#features/learning/server/content/library.ts';
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
    return (await recommendCourses(ctx, ctx.user)).flatMap(({ packageId, reason }): Offer[] => {
      const course = library.find(packageId);
      if (course === undefined) return [];
      const { title, summary } = getCourseText(course, culture);
      return [{ packageId, title, summary, reason }];
    });
  },
});

/** Cards of other agencies count once staff have verified them. */
export const listHeldLevels = query((db, p: Params<{ affiliateId: number; today: string }>) =>
  db
    .selectFrom('held_level')
    .select((eb) => eb.ref('level_id').$notNull().as('levelId'))
    .where('affiliate_id', '=', p.affiliateId)
    .where('held_from', '<=', p.today),
);

/** The courses to take next, best first. Dashboard, shop and cards recommend from this list only. */
export async function recommendCourses(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { affiliateId, affiliateTypeId }: { affiliateId: number; affiliateTypeId: number },
): Promise<{ packageId: string; reason: Offer['reason'] }[]> {
  const training = await loadTraining({ db, now }, affiliateId);
  return selectRecommendations(allCourses.list(), training, affiliateTypeId).map(([{ packageId }, reason]) => ({
    packageId,
    reason,
  }));
}

/** The courses a person takes and the levels they hold. */
interface Training {
  packageIds: readonly string[];
  levelIDs: readonly number[];
}

async function loadTraining({ db, now }: Pick<Context, 'db' | 'now'>, affiliateId: number): Promise<Training> {
  const [enrolled, held] = await Promise.all([
    listEnrolledPackages(db, { affiliateId }),
    listHeldLevels(db, { affiliateId, today: toIsoDate(now) }),
  ]);
  return { packageIds: enrolled.map(({ packageId }) => packageId), levelIDs: held.map(({ levelId }) => levelId) };
}

const listHeld = (levelIDs: readonly number[]) => levelIDs.flatMap((levelID) => findLevel(levelID) ?? []);

function listDonePackages({ packageIds, levelIDs }: Training): Set<string | null> {
  return new Set([...packageIds, ...listHeld(levelIDs).map(({ packageId }) => packageId)]);
}

/**
 * The first course for people without a certification, then every course whose prerequisite they have. A course they
 * take or are certified for is never recommended. For divemasters, instructor development comes first.
 */
function selectRecommendations(
  courses: readonly Course[],
  training: Training,
  affiliateTypeId: number,
): [Course, Offer['reason']][] {
  // Every certified diver has the Open Water level, even if it was earned elsewhere.
  const isCertified = listHeld(training.levelIDs).some(({ kind }) => kind !== 'experience');
  const done = listDonePackages(training);
  const offered = courses.filter(
    (course) =>
      course.isSellable &&
      !done.has(course.packageId) &&
      isOfferedTo(course, affiliateTypeId) &&
      meetsPrerequisite(course.packageId, training.levelIDs),
  );
  const isFirst = (course: Course) => isEntryCourse(course) && course.kind === 'course';
  const rank = (course: Course) =>
    (isProfessionalCourse(course) ? 0 : 10) +
    (course.tags.includes('recommended') ? 0 : 5) +
    courseLevels.indexOf(course.level);
  return offered
    .filter((course) => isCertified !== isFirst(course))
    .toSorted((a, b) => rank(a) - rank(b))
    .map((course): [Course, Offer['reason']] => [course, isCertified ? 'next' : 'first'])
    .slice(0, maxOffers);
}

/** Sellable courses that the person neither takes nor is certified for. */
export async function listOtherCourses(
  ctx: Context,
  library: Library,
  requested: Culture | undefined,
): Promise<CourseCard[]> {
  const culture = await resolveCulture(ctx, requested);
  const { affiliateId, affiliateTypeId } = ctx.user;
  const done = listDonePackages(await loadTraining(ctx, affiliateId));
  return library
    .list()
    .filter((course) => course.isSellable && !done.has(course.packageId) && isOfferedTo(course, affiliateTypeId))
    .map((course) => toCourseCard(course, culture, false));
}
