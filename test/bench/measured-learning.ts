import { library, getCourseText } from '#features/learning/server/content/library.ts';
import { type EntitlementRow, findCourseDetails, listEntitlements } from '#features/learning/server/courses/queries.ts';
import { findProgress } from '#features/learning/server/progress/course-progress.ts';
import type { MeasuredCall } from './measured-calls.ts';
import { measuredAffiliateId } from './measured-person.ts';

const base = '/api/learning/v2';

/** The longest course. */
export const measuredCourse = 'open-water';
const measuredEnrollment = { affiliateId: measuredAffiliateId, packageId: measuredCourse };

/** The course texts, which the baseline server has in memory, too. */
function loadCourseTexts() {
  const course = library.find(measuredCourse);
  if (course === undefined) throw new Error(`course ${measuredCourse} not found`);
  return { course, text: getCourseText(course, 'en-US') };
}

export const learningCalls: readonly MeasuredCall[] = [
  {
    name: 'learning, the dashboard of 30 courses',
    path: `${base}/entitlements/${measuredAffiliateId}?culture=en-US`,
    statements: [
      { sql: listEntitlements.text, values: listEntitlements.toValues({ affiliateId: measuredAffiliateId }) },
    ],
    answer: (results) =>
      ((results[0]?.[0]?.['items'] ?? []) as EntitlementRow[]).map(({ scorm, done: _done, ...row }) => {
        const course = library.find(row.packageId);
        const text = course && getCourseText(course, 'en-US');
        const { id, title, minutes = 0 } = text?.sections[0]?.lessons[0] ?? { minutes: 0, ...scorm?.next };
        return {
          ...row,
          title: text?.title ?? scorm?.title,
          kind: course?.kind ?? 'scorm',
          level: course?.level ?? scorm?.level,
          culture: 'en-US',
          certification: text?.certification ?? null,
          next: { kind: 'lesson', id, number: '1.1', title, minutes },
        };
      }),
  },
  {
    name: 'learning, the details of one of 30 courses',
    path: `${base}/courses/${measuredCourse}/details?culture=en-US`,
    statements: [{ sql: findCourseDetails.text, values: findCourseDetails.toValues(measuredEnrollment) }],
    answer: (results) => ({ ...results[0]?.[0], description: loadCourseTexts().text.description }),
  },
  {
    name: 'learning, one of 30 courses with all its lessons',
    path: `${base}/courses/${measuredCourse}?culture=en-US`,
    statements: [{ sql: findProgress.text, values: findProgress.toValues(measuredEnrollment) }],
    answer: (results) => {
      const { lessons = [], ...rest } = results[0]?.[0] ?? {};
      const done = new Set((lessons as { lesson: string; doneAt: string | null }[]).map(({ lesson }) => lesson));
      const sections = loadCourseTexts().text.sections.map(({ id, title, lessons: sectionLessons }) => ({
        id,
        title,
        lessons: sectionLessons.map((lesson, index) => ({
          id: lesson.id,
          number: `1.${index}`,
          title: lesson.title,
          minutes: lesson.minutes,
          isOpened: done.has(lesson.id),
          isDone: done.has(lesson.id),
        })),
      }));
      return { ...rest, sections };
    },
  },
];
