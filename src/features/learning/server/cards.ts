import type { Context } from '../../../platform/server/context.ts';
import { statement } from '../../../platform/server/db.ts';
import type { CourseCard } from '../shared/course-contract.ts';
import { cultureOf, type Culture } from '../shared/rules.ts';
import type { Course } from './content/course.ts';
import { textIn } from './content/library.ts';

const findLanguage = statement<{ language: string }, [affiliateId: number]>(
  'select language from person where affiliate_id = $1',
);

/** The language that was asked for, else the person's. */
export async function cultureFor({ db, user }: Pick<Context, 'db' | 'user'>, requested?: Culture): Promise<Culture> {
  if (requested !== undefined) return requested;
  const [person] = await findLanguage(db, user.affiliateId);
  return cultureOf(person?.language ?? '');
}

/** A course in a list. Demo courses are everybody's. */
export function cardOf(course: Course, culture: Culture, isEntitled: boolean): CourseCard {
  const text = textIn(course, culture);
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
