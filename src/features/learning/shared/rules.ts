import { emailLanguages } from '#features/preferences/shared/rules.ts';

/** The 26 languages of courses, which are also the languages of emails. */
export const cultures = emailLanguages;
export type Culture = (typeof cultures)[number];
export const defaultCulture: Culture = 'en-US';

export const courseKinds = ['course', 'dsd', 'specialty', 'demo', 'scorm'] as const;
export const courseLevels = ['beginner', 'intermediate', 'advanced'] as const;
export type CourseLevel = (typeof courseLevels)[number];

/** ms-MY and tl-PH have no courses and fall back to the default language. */
export function toCulture(locale: string): Culture {
  return cultures.find((culture) => culture === locale) ?? defaultCulture;
}

/** Whether the course is offered to people who have never dived. */
export function isEntryCourse(course: { level: CourseLevel; isSellable: boolean }): boolean {
  return course.level === 'beginner' && course.isSellable;
}

/** Package of a code that lets its holder choose a specialty. */
export const specialtyOfChoice = 'specialty-of-choice';
/** Package of a code that grants a club year instead of a course. */
export const clubYear = 'club-year';
