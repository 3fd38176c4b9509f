import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { visit } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';
import { press, number, isSaved, openLesson, entitle, attemptOf, answerAll } from './player-steps.ts';

const answer = (page: Page, text: string) => page.locator('[data-part="answer"]', { hasText: text });
const feedback = (page: Page) => page.locator('[data-part="feedback"]');
const heading = (page: Page) => page.locator('[data-part="panel"] h2');

const doneLessons = async (email: string) =>
  (
    await runSql<{ lesson: string }>(
      `select lesson from lesson_progress join person using (affiliate_id) where email = $1 and done_at is not null`,
      [email],
    )
  ).map(({ lesson }) => lesson);

describe('lesson', () => {
  it('explains wrong and right answers and continues with the next lesson', async () => {
    const { page, email } = await openLesson('waves');
    await answer(page, 'carries the ball steadily').click();
    await feedback(page).getByText('The swell itself passes under the ball.').waitFor();
    await answer(page, 'First try').waitFor();
    await answer(page, 'in a circle').click();
    await feedback(page).getByText('The shape of the wave travels').waitFor();
    await press(page, 'Next question');
    await expect.poll(() => heading(page).evaluate((node) => node === document.activeElement)).toBe(true);
    await page.keyboard.press('Tab');
    await page.getByRole('textbox').fill('20');
    await press(page, 'Check answer');
    await feedback(page).getByText('That’s too high. Try again.').waitFor();
    await checkAppearance(page);
    await page.getByRole('textbox').fill('10.0');
    await page.keyboard.press('Enter');
    await feedback(page).getByText('Half a wavelength').waitFor();
    await page.getByText('1 of 4 lessons').first().waitFor();
    await isSaved(page);
    await expect.poll(() => doneLessons(email)).toEqual(['water/waves']);

    await page.reload();
    await page.locator('[data-part="content"] h1').waitFor();
    await answer(page, 'Correct').waitFor();
    await press(page, 'Next question');
    await page.getByRole('link', { name: 'Next lesson' }).first().click();
    await page.getByRole('heading', { name: 'The slow breath of the sea' }).waitFor();
    await expect.poll(() => page.locator('h1').evaluate((node) => node === document.activeElement)).toBe(true);
  });
});

describe('quiz or exam', () => {
  it('is failed as an exam, shows lessons to review and is passed', async () => {
    const { page, email } = await openPageAsNewUser();
    await entitle(email, 'enriched-air', true);
    await visit(page, '/training/content/enriched-air?exam');
    await page.getByText('attempts left').first().waitFor();
    await checkAppearance(page);
    await press(page, 'Start');
    await page.getByRole('timer').waitFor();
    await giveNothing(page);
    await page.getByRole('heading', { name: 'Not passed yet' }).waitFor();
    await page.getByText('2 attempts left').waitFor();
    await page
      .getByRole('link', { name: /^Review lesson/ })
      .first()
      .waitFor();
    await checkAppearance(page);

    await page.getByRole('link', { name: 'Try again' }).first().click();
    await press(page, 'Try again');
    await number(page, 'Question 1 of 20').waitFor();
    await answerAll(page, email, 'enriched-air', true);
    await press(page, 'Submit answers');
    await page.getByRole('heading', { name: 'Exam passed' }).waitFor();
    expect((await attemptOf(email))?.is_passed).toBe(true);
  });
});

async function giveNothing(page: Page): Promise<void> {
  await press(page, 'Submit answers');
  await page.getByText('20 unanswered questions').waitFor();
  await press(page, 'Submit anyway');
}
