import { toCulture } from '#features/learning/shared/rules.ts';
import { library, getCourseText } from '#features/learning/server/content/library.ts';

export function listSectionTitles(packageId: string, locale: string): string[] {
  const course = library.find(packageId);
  return course === undefined ? [] : getCourseText(course, toCulture(locale)).sections.map(({ title }) => title);
}
