import type { Handlers } from '../../../platform/server/calls.ts';
import { fail, type learningCalls } from '../shared/contract.ts';
import { cultureOf } from '../shared/rules.ts';
import { demandCourse } from './access.ts';
import { textIn, type Library } from './content/library.ts';
import { learnerContext } from './learner.ts';
import { saveSteps } from './progress.ts';
import { findLessonState } from './progress-sql.ts';
import { checkOf, indexOf } from './steps.ts';

export const lessonHandlers = (
  library: Library,
): Pick<
  Handlers<typeof learningCalls>,
  'GET v2/courses/{packageId}/lessons/{section}/{lesson}' | 'POST v2/courses/{packageId}/progress'
> => ({
  async 'GET v2/courses/{packageId}/lessons/{section}/{lesson}'(ctx, { params, query }) {
    const course = demandCourse(library, params.packageId);
    const { user } = await learnerContext(ctx, query.affiliateId, params.packageId);
    const requestedCulture = query.culture ?? cultureOf(ctx.locale);
    const text = textIn(course, requestedCulture);
    const { steps, lessons } = indexOf(course, text);
    const found = lessons.get(`${params.section}/${params.lesson}`);
    if (found === undefined) throw fail('learning.unknown_lesson');
    const { lesson, section, number, place } = found;
    const ids = lesson.questions.map(({ id }) => id);
    const [state] = await findLessonState(ctx.db, user.affiliateId, course.packageId, lesson.id, ids);
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
      checks: lesson.questions.map((question) => checkOf(course, question)),
      position: state?.position ?? 0,
      videos: Object.entries(state?.videos ?? {}).map(([id, { second }]) => ({ id, seconds: second })),
      answers: state?.answers ?? [],
      isDone: state?.isDone ?? false,
      previous: steps[place - 1] ?? null,
      next: steps[place + 1] ?? null,
    };
  },

  async 'POST v2/courses/{packageId}/progress'(ctx, { params, query, body }) {
    const course = demandCourse(library, params.packageId);
    const hasAnswer = body.steps.some(({ kind }) => kind === 'answer');
    return saveSteps(
      await learnerContext(ctx, query.affiliateId, params.packageId, hasAnswer ? 'acts' : null),
      course,
      body.steps,
    );
  },
});
