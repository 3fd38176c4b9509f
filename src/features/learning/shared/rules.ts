import { emailLanguages } from '#features/preferences/shared/rules.ts';

/** The 26 languages in which courses may be written: those in which the association writes to people. */
export const cultures = emailLanguages;
export type Culture = (typeof cultures)[number];
export const defaultCulture: Culture = 'en-US';

export const courseKinds = ['course', 'dsd', 'specialty', 'demo', 'scorm'] as const;
export const courseLevels = ['beginner', 'intermediate', 'advanced'] as const;
export type CourseLevel = (typeof courseLevels)[number];

/** ms-MY and tl-PH have no courses of their own. */
export function toCulture(locale: string): Culture {
  return cultures.find((culture) => culture === locale) ?? defaultCulture;
}

/** What is offered to somebody who has never dived. */
export function isEntryCourse(course: { level: CourseLevel; isSellable: boolean }): boolean {
  return course.level === 'beginner' && course.isSellable;
}

/** The package of a code with which somebody chooses a specialty. */
export const specialtyOfChoice = 'specialty-of-choice';
/** Of a code that opens no course: a year of the club. */
export const clubYear = 'club-year';
