import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { library, getCourseText } from '#features/learning/server/content/library.ts';
import { presentQuestion } from '#features/learning/server/content/questions.ts';
import { visit, type PageOptions } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import '#test/support/e2e/expect-page.ts';
import { createAnyAnswer, findQuestion, answerQuestion } from '#test/support/e2e/learning-answers.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';

const demo = '/training/content/demo-reading-the-water';
const lessonOf = (name: string) => `${demo}?lesson=water/${name}`;
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();
const answer = (page: Page, text: string) => page.locator('.answer', { hasText: text });
const said = (page: Page) => page.locator('.ask-said');
const number = (page: Page, text: string) => page.locator('.test-question').getByText(text, { exact: true });
const heading = (page: Page) => page.locator('.ask h2');
const isSaved = (page: Page) =>
  page
    .locator('.saved:visible')
    .getByText(/Saved \d/)
    .waitFor();

async function openLesson(name: string, options: PageOptions & { language?: string } = {}) {
  const { language = 'en-US', ...rest } = options;
  const somebody = await openPageAsNewUser(rest);
  await runSql('update person set language = $2 where email = $1', [somebody.email, language]);
  await visit(somebody.page, lessonOf(name));
  await somebody.page.locator('.read h1').waitFor();
  return somebody;
}

const doneLessons = async (email: string) =>
  (
    await runSql<{ lesson: string }>(
      `select lesson from lesson_progress join person using (affiliate_id) where email = $1 and done_at is not null`,
      [email],
    )
  ).map(({ lesson }) => lesson);

/** Somebody who may learn a course and has read all its lessons, or none. */
async function entitle(email: string, packageId: string, hasRead: boolean): Promise<void> {
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

function courseText(packageId: string) {
  const course = library.find(packageId);
  if (!course) throw new Error(`${packageId} is not there`);
  return getCourseText(course, 'en-US');
}

const attemptOf = async (email: string) =>
  (
    await runSql<{ id: string; questions: string[]; answers: Record<string, unknown>; is_passed: boolean | null }>(
      `select id::text, questions, answers, is_passed from course_attempt join person using (affiliate_id)
       where email = $1 order by started_at desc limit 1`,
      [email],
    )
  )[0];

/** Goes through the open test by its pages, right or wrong. */
async function answerAll(page: Page, email: string, packageId: string, isRight: boolean, from = 0): Promise<void> {
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

describe('a lesson', () => {
  it('says why an answer is wrong, explains the right one, and leads on', async () => {
    const { page, email } = await openLesson('waves');
    await answer(page, 'carries the ball steadily').click();
    await said(page).getByText('The swell itself passes on below the ball.').waitFor();
    await answer(page, 'First try').waitFor();
    await answer(page, 'in a circle').click();
    await said(page).getByText('The shape of the wave travels').waitFor();
    await press(page, 'Next question');
    await expect.poll(() => heading(page).evaluate((node) => node === document.activeElement)).toBe(true);
    await page.keyboard.press('Tab');
    await page.getByRole('textbox').fill('20');
    await press(page, 'Check answer');
    await said(page).getByText('That’s too high. Try again.').waitFor();
    await checkAppearance(page);
    await page.getByRole('textbox').fill('10.0');
    await page.keyboard.press('Enter');
    await said(page).getByText('Half a wavelength').waitFor();
    await page.getByText('1 of 4 lessons').first().waitFor();
    await isSaved(page);
    await expect.poll(() => doneLessons(email)).toEqual(['water/waves']);

    await page.reload();
    await page.locator('.read h1').waitFor();
    await answer(page, 'Right').waitFor();
    await press(page, 'Next question');
    await page.getByRole('link', { name: 'Next lesson' }).first().click();
    await page.getByRole('heading', { name: 'The slow breath of the sea' }).waitFor();
    await expect.poll(() => page.locator('h1').evaluate((node) => node === document.activeElement)).toBe(true);
  });

  it('reads from right to left in Arabic, and its drawings do not turn', async () => {
    const { page } = await openLesson('current', { language: 'ar-SA' });
    await expect.poll(() => page.evaluate(() => document.documentElement.dir)).toBe('rtl');
    // The smooth strip is in the middle, and the breakers stand on the side on which they were drawn.
    const places = await page.locator('.pins > li').evaluateAll((pins) =>
      pins.map((pin) => {
        const { left = 0, width = 1 } = pin.closest('.hotspot')?.getBoundingClientRect() ?? {};
        const box = pin.getBoundingClientRect();
        const drawn = Number.parseFloat((pin as HTMLElement).style.getPropertyValue('--x'));
        return Math.abs(((box.left + box.width / 2 - left) / width) * 100 - drawn);
      }),
    );
    expect(places).toHaveLength(4);
    expect(Math.max(...places)).toBeLessThan(1);
    await visit(page, lessonOf('tides'));
    const slack = page.locator('.fig text', { hasText: 'سكون الماء' });
    expect(await slack.evaluate((text) => getComputedStyle(text).direction)).toBe('rtl');
    expect(await page.locator('.fig text', { hasText: 'water' }).count()).toBe(0);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: /Contents|المحتوى|المحتويات/ }).click();
    await page.getByRole('dialog').waitFor();
  });
});

describe('a course that is not in the language of the page', () => {
  it.each([
    ['iw-IL', 'he-IL', 'rtl', 'אנגלית'],
    ['ms-MY', 'ms-MY', 'ltr', 'Inggeris'],
  ])('is in English and says so once, in %s', async (language, lang, dir, english) => {
    const { page } = await openLesson('visibility', { language, losesNetwork: true });
    const isTold = async () => {
      await page.locator('.language-notice').getByText(english).waitFor();
      expect(await page.locator('.language-notice').count()).toBe(1);
    };
    const languageOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((node) => [node.closest('[lang]')?.getAttribute('lang'), getComputedStyle(node).direction]);
    await isTold();
    expect(await languageOf('html')).toEqual([lang, dir]);
    expect(await languageOf('.read article p')).toEqual(['en-US', 'ltr']);
    expect(await languageOf('.ask h2')).toEqual(['en-US', 'ltr']);
    // What a question offers besides its words is of the page.
    expect((await languageOf('.order-grip'))[0]).toBe(lang);

    await visit(page, '/training/course/demo-reading-the-water');
    await isTold();
    expect(await languageOf('h1 bdi')).toEqual(['en-US', 'ltr']);
    expect(await languageOf('.plan .title')).toEqual(['en-US', 'ltr']);
    await visit(page, `${demo}?review=water`);
    await isTold();

    const next = page.waitForResponse(/lessons\/water\/current/);
    await visit(page, lessonOf('tides'));
    await (await next).finished();
    expect(await languageOf('.match-row option')).toEqual([lang, dir]);
    await page.context().setOffline(true);
    // Whatever the browser has kept, this it has not.
    await page.evaluate(() => fetch('/livez', { cache: 'no-store' }).catch(() => undefined));
    await page.getByRole('link', { name: 'Water that is going somewhere' }).first().click();
    await page.locator('.pin').first().waitFor();
    await isTold();
    expect(await languageOf('.read article p')).toEqual(['en-US', 'ltr']);
  });
});

describe('a test', () => {
  it('loses nothing when the network goes in the middle of it', async () => {
    const { page, email } = await openPageAsNewUser({ losesNetwork: true });
    await entitle(email, 'peak-buoyancy', false);
    const section = courseText('peak-buoyancy').sections[0]?.id ?? '';
    await visit(page, `/training/content/peak-buoyancy?quiz=${section}`);
    await press(page, 'Begin');
    await number(page, 'Question 1 of 6').waitFor();
    const attempt = await attemptOf(email);
    const first = findQuestion(courseText('peak-buoyancy'), attempt?.questions[0] ?? '');
    if (attempt === undefined || first === undefined) throw new Error('no question');
    await answerQuestion(
      page,
      presentQuestion(first, attempt.id).question,
      presentQuestion(first, attempt.id).key.right,
    );
    await expect.poll(async () => Object.keys((await attemptOf(email))?.answers ?? {}).length).toBe(1);

    await page.context().setOffline(true);
    await press(page, 'Next question');
    await answerAll(page, email, 'peak-buoyancy', true, 1);
    await page.locator('.saved:visible').getByText('Saved on this device').waitFor();
    await press(page, 'Hand in');
    await page.getByText('hand in once you are online again').waitFor();
    expect(Object.keys((await attemptOf(email))?.answers ?? {})).toHaveLength(1);

    await page.context().setOffline(false);
    await isSaved(page);
    expect(Object.keys((await attemptOf(email))?.answers ?? {})).toHaveLength(6);
    await press(page, 'Hand in');
    await page.getByRole('heading', { name: 'Quiz passed' }).waitFor();
    await page.getByText('6 of 6 right').waitFor();
  });

  it('that is an exam is failed, shows what to read again, and is passed', async () => {
    const { page, email } = await openPageAsNewUser();
    await entitle(email, 'enriched-air', true);
    await visit(page, '/training/content/enriched-air?exam');
    await page.getByText('tries left').first().waitFor();
    await checkAppearance(page);
    await press(page, 'Begin');
    await page.getByRole('timer').waitFor();
    await giveNothing(page);
    await page.getByRole('heading', { name: 'Not passed yet' }).waitFor();
    await page.getByText('2 tries left').waitFor();
    await page
      .getByRole('link', { name: /^Read again/ })
      .first()
      .waitFor();
    await checkAppearance(page);

    await page.getByRole('link', { name: 'Try again' }).first().click();
    await press(page, 'Try again');
    await number(page, 'Question 1 of 20').waitFor();
    await checkAppearance(page);
    await answerAll(page, email, 'enriched-air', true);
    await press(page, 'Hand in');
    await page.getByRole('heading', { name: 'Exam passed' }).waitFor();
    expect((await attemptOf(email))?.is_passed).toBe(true);
  });

  it('of somebody who may not learn the course says how to get it', async () => {
    const { page } = await openPageAsNewUser({ expectedProblems: [/403/] });
    await visit(page, '/training/content/enriched-air?lesson=gas/the-gas');
    await expect(page).toShow('/training/content/enriched-air?lesson=gas/the-gas', 'This course isn’t yours yet');
    expect(await page.getByRole('link', { name: 'Redeem a code' }).count()).toBe(1);
  });
});

async function giveNothing(page: Page): Promise<void> {
  await press(page, 'Hand in');
  await page.getByText('20 questions are not answered').waitFor();
  await press(page, 'Hand in anyway');
}
