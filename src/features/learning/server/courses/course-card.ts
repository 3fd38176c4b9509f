import type { Context } from '#platform/server/http/context.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import type { CourseCard } from '#features/learning/shared/course-contract.ts';
import { toCulture, type Culture } from '#features/learning/shared/rules.ts';
import type { Course } from '#features/learning/server/content/course.ts';
import { getCourseText } from '#features/learning/server/content/library.ts';

const findLanguage = query((db, p: Params<{ affiliateId: number }>) =>
  db.selectFrom('person').select('language').where('affiliate_id', '=', p.affiliateId),
);

/** Returns the requested language, or the person's own. */
export async function resolveCulture(
  { db, user }: Pick<Context, 'db' | 'user'>,
  requested?: Culture,
): Promise<Culture> {
  if (requested !== undefined) return requested;
  const person = await findLanguage.first(db, { affiliateId: user.affiliateId });
  return toCulture(person?.language ?? '');
}

/** A course in a list. Everyone is entitled to demo courses. */
export function toCourseCard(course: Course, culture: Culture, isEntitled: boolean): CourseCard {
  const text = getCourseText(course, culture);
  const lessons = text.sections.flatMap((section) => section.lessons);
  return {
    packageId: course.packageId,
    title: text.title,
    summary: text.summary,
    kind: course.kind,
    level: course.level,
    isSellable: course.isSellable,
    tags: course.tags,
    culture: text.culture,
    minutes: lessons.reduce((sum, { minutes }) => sum + minutes, 0),
    lessons: lessons.length,
    isEntitled: isEntitled || course.kind === 'demo',
  };
}
