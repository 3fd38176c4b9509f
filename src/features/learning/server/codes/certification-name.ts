import type { Context } from '#platform/server/http/context.ts';
import type { Locale } from '#platform/shared/locale.ts';
import { specialtyOfChoice, toCulture } from '#features/learning/shared/rules.ts';
import { getCourseText, library } from '#features/learning/server/content/library.ts';

/** A code stores its certification's name in English. Names that staff or the club gave it are shown as they are. */
export function formatCertificationName(
  { messages }: Pick<Context['services'], 'messages'>,
  locale: Locale,
  { packageId, certificationName }: { packageId: string; certificationName: string },
): string {
  if (packageId === specialtyOfChoice) return messages.format(locale, 'learning.codes.specialty_of_choice');
  const course = library.find(packageId);
  if (course === undefined || getCourseText(course, 'en-US').certification !== certificationName)
    return certificationName;
  return getCourseText(course, toCulture(locale)).certification ?? certificationName;
}
