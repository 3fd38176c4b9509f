import type { Page } from 'playwright';
import { library, getCourseText } from '#features/learning/server/content/library.ts';
import { presentQuestion } from '#features/learning/server/content/questions.ts';
import { visit, type PageOptions } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { createAnyAnswer, findQuestion, answerQuestion } from '#test/support/e2e/learning-answers.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';

export const demo = '/training/content/demo-reading-the-water';
export const lessonOf = (name: string) => `${demo}?lesson=water/${name}`;
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();
export const number = (page: Page, text: string) =>
  page.locator('[data-part="question"]').getByText(text, { exact: true });

export const isSaved = (page: Page) =>
  page
    .locator('[data-part=save-state]:visible')
    .getByText(/Saved \d/)
    .waitFor();

export async function openLesson(name: string, options: PageOptions & { language?: string } = {}) {
  const { language = 'en-US', ...rest } = options;
  const person = await openPageAsNewUser(rest);
  await runSql('update person set language = $2 where email = $1', [person.email, language]);
  await visit(person.page, lessonOf(name));
  await person.page.locator('[data-part="content"] h1').waitFor();
  return person;
}

/** Enrolls the person in a course, with all lessons read or none. */
export async function entitle(email: string, packageId: string, hasRead: boolean): Promise<void> {
  await runSql(
    `insert into enrollment (affiliate_id, package_id, source, enrolled_at)
     select affiliate_id, $2, 'association', now() from person where email = $1`,
    [email, packageId],
  );
  if (!hasRead) return;
  const lessons = courseText(packageId).sections.flatMap((section) => section.lessons.map(({ id }) => id));
  await runSql(
    `insert into lesson_progress (affiliate_id, package_id, lesson, opened_at, done_at)
     select affiliate_id, $2, unnest($3::text[]), now(), now() from person where email = $1`,
    [email, packageId, lessons],
  );
}

export function courseText(packageId: string) {
  const course = library.find(packageId);
  if (!course) throw new Error(`${packageId} is not there`);
  return getCourseText(course, 'en-US');
}

export const attemptOf = async (email: string) =>
  (
    await runSql<{ id: string; questions: string[]; answers: Record<string, unknown>; is_passed: boolean | null }>(
      `select id::text, questions, answers, is_passed from course_attempt join person using (affiliate_id)
       where email = $1 order by started_at desc limit 1`,
      [email],
    )
  )[0];

/** Answers all pages of the open quiz or exam rightly or wrongly. */
export async function answerAll(
  page: Page,
  email: string,
  packageId: string,
  isRight: boolean,
  from = 0,
): Promise<void> {
  const attempt = await attemptOf(email);
  if (attempt === undefined) throw new Error('no attempt');
  for (const [index, id] of attempt.questions.entries()) {
    if (index < from) continue;
    const written = findQuestion(courseText(packageId), id);
    if (written === undefined) throw new Error(`${id} is not there`);
    const { question, key } = presentQuestion(written, attempt.id);
    await number(page, `Question ${index + 1} of ${attempt.questions.length}`).waitFor();
    await answerQuestion(page, question, isRight ? key.right : createAnyAnswer(question));
    if (index < attempt.questions.length - 1) await press(page, 'Next question');
  }
}
