import type { Db } from '../../../platform/server/db.ts';
import type { Offer } from '../shared/codes-contract.ts';
import { cultureOf } from '../shared/rules.ts';
import { listEntitled } from './codes-sql.ts';
import { library, textIn } from './content/library.ts';
import { recommend } from './offers.ts';

/**
 * What somebody could take next, and why. Who is certified elsewhere, or was before there were courses here, has
 * finished the courses that lead to it.
 */
export async function recommendCourses(
  db: Db,
  { affiliateId, affiliateTypeId }: { affiliateId: number; affiliateTypeId: number },
  certifiedFor: readonly string[],
): Promise<{ packageId: string; reason: Offer['reason'] }[]> {
  const learned = await listEntitled(db, affiliateId);
  const certified = certifiedFor.map((packageId) => ({ packageId, isCompleted: true }));
  return recommend(library.list(), [...learned, ...certified], affiliateTypeId).map(([{ packageId }, reason]) => ({
    packageId,
    reason,
  }));
}

/** What a course consists of, by the titles of its sections. */
export function sectionsOf(packageId: string, locale: string): string[] {
  const course = library.find(packageId);
  return course === undefined ? [] : textIn(course, cultureOf(locale)).sections.map(({ title }) => title);
}
