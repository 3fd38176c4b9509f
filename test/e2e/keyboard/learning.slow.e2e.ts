import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { library, getCourseText } from '#features/learning/server/content/library.ts';
import { presentQuestion } from '#features/learning/server/content/questions.ts';
import type { Answer, Question } from '#features/learning/shared/content.ts';
import { visit } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import '#test/support/e2e/expect-page.ts';
import { arrowTo, pressKeyOn, skipToContent, tabTo, typeInto } from '#test/support/e2e/keyboard.ts';
import { findQuestion } from '#test/support/e2e/learning-answers.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';

const lessonOf = (name: string) => `/training/content/demo-reading-the-water?lesson=water/${name}`;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const isRight = (page: Page) => page.locator('[data-part="feedback"]').getByText('That’s right').waitFor();

async function openLesson(page: Page, name: string): Promise<void> {
  await visit(page, lessonOf(name));
  await page.locator('[data-part="content"] h1').waitFor();
  await skipToContent(page);
}

const doneLessons = async (email: string) =>
  (
    await runSql<{ lesson: string }>(
      'select lesson from lesson_progress join person using (affiliate_id) where email = $1 and done_at is not null',
      [email],
    )
  ).map(({ lesson }) => lesson);

/** Moves a sortable row up with the arrow keys on its handle. */
async function lift(page: Page, texts: string, place: number): Promise<void> {
  const row = page.locator('[data-part="order-item"]').filter({ hasText: texts });
  const placeOf = () => row.evaluate((item) => [...(item.parentElement?.children ?? [])].indexOf(item));
  await tabTo(row.locator('[data-part="grip"]'));
  for (let at = await placeOf(); at > place; at--) {
    await page.keyboard.press('ArrowUp');
    await expect.poll(placeOf).toBe(at - 1);
  }
}

describe('with the keyboard only', () => {
  it('watches a video with captions and answers each kind of question', async () => {
    const { page, email } = await openPageAsNewUser();
    await openLesson(page, 'waves');
    const film = page.locator('video');
    await tabTo(film);
    await page.keyboard.press('Space');
    await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0);
    await page.keyboard.press('Space');
    expect(await film.evaluate((video: HTMLVideoElement) => video.paused)).toBe(true);
    await tabTo(page.getByLabel('Captions'));
    await page.keyboard.type('Deu');
    const shown = () =>
      film.evaluate((video: HTMLVideoElement) =>
        [...video.textTracks].filter(({ mode }) => mode === 'showing').map(({ language }) => language),
      );
    await expect.poll(shown).toEqual(['de-DE']);
    await pressKeyOn(page.locator('summary'));
    await page.getByText('The lowest, at half a wavelength, hardly moves.').waitFor();
    await pressKeyOn(page.locator('[data-part="answer"]', { hasText: 'in a circle' }));
    await isRight(page);
    await pressKeyOn(button(page, 'Next question'));
    await typeInto(page.locator('[data-part="panel"]').getByRole('textbox'), '10');
    await page.keyboard.press('Enter');
    await isRight(page);

    await openLesson(page, 'tides');
    for (const [place, meaning] of ['crest', 'pause', 'large', 'small'].entries()) {
      await tabTo(page.locator('[data-part="panel"] select').nth(place));
      await page.keyboard.type(
        await page.locator('[data-part="panel"] option', { hasText: meaning }).first().innerText(),
      );
    }
    await pressKeyOn(button(page, 'Check answer'));
    await isRight(page);
    await pressKeyOn(button(page, 'Next question'));
    await pressKeyOn(button(page, 'At about 11 a.m.'));
    await isRight(page);

    await openLesson(page, 'current');
    await pressKeyOn(page.getByRole('button', { name: /^The smooth strip in the middle/ }));
    await isRight(page);
    await pressKeyOn(button(page, 'Next question'));
    for (const text of ['Make yourself buoyant', 'Swim along the beach', 'Wave for help'])
      await pressKeyOn(page.getByRole('checkbox', { name: text }), 'Space');
    await pressKeyOn(button(page, 'Check answer'));
    await isRight(page);

    await openLesson(page, 'visibility');
    for (const [place, colour] of ['Red', 'Orange', 'Yellow'].entries()) await lift(page, colour, place);
    await pressKeyOn(button(page, 'Check answer'));
    await isRight(page);
    await expect
      .poll(async () => (await doneLessons(email)).toSorted())
      .toEqual(['water/current', 'water/tides', 'water/waves']);
  });

  it('passes a quiz', async () => {
    const { page, email } = await openPageAsNewUser();
    await runSql(
      `insert into enrollment (affiliate_id, package_id, source, enrolled_at)
       select affiliate_id, 'peak-buoyancy', 'association', now() from person where email = $1`,
      [email],
    );
    const course = library.find('peak-buoyancy');
    if (course === undefined) throw new Error('no course');
    const text = getCourseText(course, 'en-US');
    await visit(page, `/training/content/peak-buoyancy?quiz=${text.sections[0]?.id}`);
    await skipToContent(page);
    await pressKeyOn(button(page, 'Start'));
    const shown = page.locator('[data-part="question"]');
    await shown.waitFor();
    const attemptOf = async () =>
      (
        await runSql<{ id: string; questions: string[]; is_passed: boolean | null }>(
          `select id::text, questions, is_passed from course_attempt join person using (affiliate_id) where email = $1`,
          [email],
        )
      )[0];
    const attempt = await attemptOf();
    for (const [index, id] of (attempt?.questions ?? []).entries()) {
      const written = findQuestion(text, id);
      if (attempt === undefined || written === undefined) throw new Error(`${id} is not there`);
      await shown.getByText(`Question ${index + 1} of ${attempt.questions.length}`, { exact: true }).waitFor();
      const { question, key } = presentQuestion(written, attempt.id);
      await answerByKeys(page, question, key.right);
      await pressKeyOn(button(page, index < attempt.questions.length - 1 ? 'Next question' : 'Submit answers'));
    }
    await page.getByRole('heading', { name: 'Quiz passed' }).waitFor();
    expect(await attemptOf()).toMatchObject({ is_passed: true });
    await expect.poll(() => page.locator('h1').evaluate((title) => title === document.activeElement)).toBe(true);
  });
});

async function answerByKeys(page: Page, question: Question, answer: Answer): Promise<void> {
  const shown = page.locator('[data-part="question"]');
  switch (question.type) {
    case 'number': {
      await typeInto(shown.getByRole('textbox'), answer[0] ?? '');
      break;
    }
    case 'match': {
      for (const [index, id] of answer.entries()) {
        await tabTo(shown.getByRole('combobox').nth(index));
        await page.keyboard.type(await shown.locator(`option[value="${id}"]`).first().innerText());
      }
      break;
    }
    case 'order': {
      const names = await page.locator('[data-part="order-item"]').allInnerTexts();
      for (const [place, id] of answer.entries())
        await lift(page, names[question.options.findIndex((option) => option.id === id)] ?? '', place);
      break;
    }
    case 'hotspot': {
      await pressKeyOn(shown.locator('[data-part="spot"]').nth(question.spots.findIndex(({ id }) => id === answer[0])));
      break;
    }
    case 'choice': {
      const wanted = question.options.findIndex(({ id }) => id === answer[0]);
      await arrowTo(
        shown.locator('[data-part="answer"] input'),
        shown.locator('[data-part="answer"] input').nth(wanted),
      );
      await page.keyboard.press('Space');
      break;
    }
    default: {
      for (const [index, { id }] of question.options.entries())
        if (answer.includes(id)) await pressKeyOn(shown.locator('[data-part="answer"] input').nth(index), 'Space');
    }
  }
}
