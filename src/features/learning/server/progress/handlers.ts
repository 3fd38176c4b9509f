import type { Handlers } from '#platform/server/http/endpoints.ts';
import { fail, type learningEndpoints } from '#features/learning/shared/contract.ts';
import { toCulture } from '#features/learning/shared/rules.ts';
import { requireCourse } from '#features/learning/server/enrollments/access.ts';
import { getCourseText, type Library } from '#features/learning/server/content/library.ts';
import { resolveLearnerContext } from '#features/learning/server/enrollments/learner-context.ts';
import { saveSteps } from './save-steps.ts';
import { findLessonState } from './queries.ts';
import { getCheckQuestion, getCourseIndex } from '#features/learning/server/courses/course-index.ts';

export const lessonHandlers = (
  library: Library,
): Pick<
  Handlers<typeof learningEndpoints>,
  'GET v2/courses/{packageId}/lessons/{section}/{lesson}' | 'POST v2/courses/{packageId}/progress'
> => ({
  async 'GET v2/courses/{packageId}/lessons/{section}/{lesson}'(ctx, { params, query }) {
    const course = requireCourse(library, params.packageId);
    const { user } = await resolveLearnerContext(ctx, query.affiliateId, params.packageId);
    const requestedCulture = query.culture ?? toCulture(ctx.locale);
    const text = getCourseText(course, requestedCulture);
    const { steps, lessons } = getCourseIndex(course, text);
    const found = lessons.get(`${params.section}/${params.lesson}`);
    if (found === undefined) throw fail('learning.unknown_lesson');
    const { lesson, section, number, place } = found;
    const state = await findLessonState.first(ctx.db, {
      affiliateId: user.affiliateId,
      packageId: course.packageId,
      lesson: lesson.id,
      questions: lesson.questions.map(({ id }) => id),
    });
    if (state === undefined && course.kind !== 'demo') throw fail('learning.not_entitled');
    return {
      packageId: course.packageId,
      courseTitle: text.title,
      sectionTitle: section.title,
      id: lesson.id,
      number,
      title: lesson.title,
      minutes: lesson.minutes,
      culture: text.culture,
      requestedCulture,
      blocks: lesson.blocks,
      checks: lesson.questions.map((question) => getCheckQuestion(course, question)),
      position: state?.position ?? 0,
      videos: Object.entries(state?.videos ?? {}).map(([id, { second }]) => ({ id, seconds: second })),
      answers: state?.answers ?? [],
      isDone: state?.isDone ?? false,
      previous: steps[place - 1] ?? null,
      next: steps[place + 1] ?? null,
    };
  },

  async 'POST v2/courses/{packageId}/progress'(ctx, { params, query, body }) {
    const course = requireCourse(library, params.packageId);
    const hasAnswer = body.steps.some(({ kind }) => kind === 'answer');
    return saveSteps(
      await resolveLearnerContext(ctx, query.affiliateId, params.packageId, hasAnswer ? 'acts' : null),
      course,
      body.steps,
    );
  },
});
