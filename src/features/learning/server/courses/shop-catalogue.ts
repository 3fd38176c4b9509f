import type { Db } from '#platform/server/db/database.ts';
import type { Offer } from '#features/learning/shared/codes-contract.ts';
import { toCulture } from '#features/learning/shared/rules.ts';
import { listEnrolledPackages } from '#features/learning/server/codes/queries.ts';
import { library, getCourseText } from '#features/learning/server/content/library.ts';
import { selectRecommendations } from './recommendations.ts';

/**
 * Recommends courses with a reason. Certifications count as completed courses, because they may have been earned
 * elsewhere.
 */
export async function recommendCourses(
  db: Db,
  { affiliateId, affiliateTypeId }: { affiliateId: number; affiliateTypeId: number },
  certifiedFor: readonly string[],
): Promise<{ packageId: string; reason: Offer['reason'] }[]> {
  const learned = await listEnrolledPackages(db, { affiliateId });
  const certified = certifiedFor.map((packageId) => ({ packageId, isCompleted: true }));
  return selectRecommendations(library.list(), [...learned, ...certified], affiliateTypeId).map(
    ([{ packageId }, reason]) => ({
      packageId,
      reason,
    }),
  );
}

export function listSectionTitles(packageId: string, locale: string): string[] {
  const course = library.find(packageId);
  return course === undefined ? [] : getCourseText(course, toCulture(locale)).sections.map(({ title }) => title);
}
