import type { CourseReport, Entitlement, Specialty } from '#features/learning/shared/course-contract.ts';
import type { Culture } from '#features/learning/shared/rules.ts';
import { countLessons } from '#features/learning/server/enrollments/access.ts';
import { toCourseCard } from './course-card.ts';
import type { Course, CourseText } from '#features/learning/server/content/course.ts';
import { getCourseText } from '#features/learning/server/content/library.ts';
import type { EntitlementRow } from './queries.ts';
import { buildOutline } from './course-outline.ts';
import type { CourseProgress } from '#features/learning/server/progress/course-progress.ts';
import { getCourseIndex, findNextStepInText } from './course-index.ts';

/** Returns null for a course that is no longer taught. */
export function toEntitlement(row: EntitlementRow, course: Course | undefined, culture: Culture): Entitlement | null {
  if (course === undefined && row.scorm === null) return null;
  const text = course && getCourseText(course, culture);
  const isOpen = row.completedDate === null;
  // Fields are listed instead of spread, because lists of entitlements are long.
  return {
    packageId: row.packageId,
    title: text?.title ?? row.scorm?.title ?? '',
    kind: course?.kind ?? 'scorm',
    level: course?.level ?? row.scorm?.level ?? 'beginner',
    culture: text?.culture ?? culture,
    certification: text?.certification ?? null,
    source: row.source,
    grantedDate: row.grantedDate,
    enrollmentDate: row.enrollmentDate,
    lessonsDone: row.lessonsDone,
    lessonsTotal: course ? countLessons(course) : row.lessonsTotal,
    lastDate: row.lastDate,
    next: isOpen
      ? course && text
        ? findNextStepInText(getCourseIndex(course, text), row.done ?? '')
        : (row.scorm?.next ?? null)
      : null,
    examPassedDate: row.examPassedDate,
    completedDate: row.completedDate,
  };
}

const videoCache = new WeakMap<CourseText, Specialty['videos']>();

/** A specialty with the available videos of its lessons. */
export function toSpecialty(course: Course, culture: Culture, isEntitled: boolean): Specialty {
  const text = getCourseText(course, culture);
  let own = videoCache.get(text);
  if (own === undefined) videoCache.set(text, (own = listVideos(course, text)));
  return { ...toCourseCard(course, culture, isEntitled), videos: own };
}

function listVideos({ packageId }: Course, text: CourseText): Specialty['videos'] {
  return text.sections
    .flatMap(({ lessons }) => lessons)
    .flatMap((lesson) =>
      lesson.blocks.flatMap((block) => {
        if (block.kind !== 'video' || block.url === null) return [];
        const { title, url, poster, captions } = block;
        return [{ packageId, courseTitle: text.title, lesson: lesson.id, title, url, poster, captions }];
      }),
    );
}

export function buildCourseReport(
  course: Course,
  text: CourseText,
  progress: CourseProgress | null,
  divesVerified: number,
  now: Date,
): CourseReport {
  const outline = buildOutline(course, text, progress, now);
  const lessonProgress = new Map(progress?.lessons.map((lesson) => [lesson.lesson, lesson]));
  return {
    packageId: course.packageId,
    title: text.title,
    enrollmentDate: progress?.enrolledAt?.toISOString() ?? null,
    completedDate: progress?.completedAt?.toISOString() ?? null,
    secondsSpent: progress?.secondsSpent ?? 0,
    lessonsDone: outline.lessonsDone,
    lessonsTotal: outline.lessonsTotal,
    sections: outline.sections.map(({ id, title, lessons, review, quiz }) => {
      const own = lessons.flatMap((lesson) => lessonProgress.get(lesson.id) ?? []);
      const done = own.flatMap(({ doneAt }) => (doneAt === null ? [] : [Date.parse(doneAt)]));
      const passed = progress?.attempts.find(
        (attempt) => attempt.kind === 'quiz' && attempt.section === id && attempt.isPassed === true,
      )?.handedInAt;
      const isDone = done.length === lessons.length && (quiz === null || quiz.isPassed);
      const last = Math.max(...done, ...(quiz && passed ? [Date.parse(passed)] : []));
      return {
        id,
        title,
        lessonsDone: done.length,
        lessonsTotal: lessons.length,
        secondsSpent: own.reduce((sum, { seconds }) => sum + seconds, 0),
        doneDate: isDone ? new Date(last).toISOString() : null,
        review,
        quiz,
      };
    }),
    exam: outline.exam,
    examPassedDate: progress?.examPassedAt?.toISOString() ?? null,
    logCourse: course.logCourse ?? null,
    dives: course.dives,
    divesVerified: Math.min(course.dives, divesVerified),
    hasCard: text.certification !== null,
  };
}
