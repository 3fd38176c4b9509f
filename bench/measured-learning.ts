import { library, textIn } from '../src/features/learning/server/content/library.ts';
import { type EntitlementRow, findDetails, listEntitlements } from '../src/features/learning/server/courses-sql.ts';
import { selectStanding } from '../src/features/learning/server/standing.ts';
import type { Measured } from './measured.ts';
import { affiliateId } from './person.ts';

const base = '/api/learning/v2';

/** The longest of our courses. */
export const measuredCourse = 'open-water';

/** The words of a course, which a bare server would have in its memory as well. */
function wordsOf() {
  const course = library.find(measuredCourse);
  if (course === undefined) throw new Error('there is no such course');
  return { course, text: textIn(course, 'en-US') };
}

export const learningCalls: readonly Measured[] = [
  {
    name: 'learning, the dashboard of 30 courses',
    path: `${base}/entitlements/${affiliateId}?culture=en-US`,
    statements: [{ sql: listEntitlements.text, values: [affiliateId] }],
    answer: (results) =>
      ((results[0]?.[0]?.['items'] ?? []) as EntitlementRow[]).map(({ scorm, done: _done, ...row }) => {
        const course = library.find(row.packageId);
        const text = course && textIn(course, 'en-US');
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
    statements: [{ sql: findDetails.text, values: [affiliateId, measuredCourse] }],
    answer: (results) => ({ ...results[0]?.[0], description: wordsOf().text.description }),
  },
  {
    name: 'learning, one of 30 courses with all its lessons',
    path: `${base}/courses/${measuredCourse}?culture=en-US`,
    statements: [{ sql: selectStanding.text, values: [affiliateId, measuredCourse] }],
    answer: (results) => {
      const { lessons = [], ...rest } = results[0]?.[0] ?? {};
      const done = new Set((lessons as { lesson: string; doneAt: string | null }[]).map(({ lesson }) => lesson));
      const sections = wordsOf().text.sections.map(({ id, title, lessons: own }) => ({
        id,
        title,
        lessons: own.map((lesson, place) => ({
          id: lesson.id,
          number: `1.${place}`,
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
