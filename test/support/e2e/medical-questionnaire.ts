import type { Page } from 'playwright';

export const questionNumbers = [1, 3, 4, 5, 6, 7, 8, 9, 10];
export const questionRow = (page: Page, number: number) =>
  page
    .locator('[data-part=questions] > li')
    .filter({ has: page.locator(`[data-part=question] > [data-part=number]:text-is("${number}")`) });
export const answerRadio = (page: Page, number: number, answer: 'Yes' | 'No') =>
  questionRow(page, number).locator('> [data-part=question]').getByRole('radio', { name: answer });
export const answerQuestion = (page: Page, number: number, answer: 'Yes' | 'No') =>
  answerRadio(page, number, answer).check();
export const followUpQuestion = (page: Page, number: number, place: number) =>
  questionRow(page, number).locator('[data-part=follow-up] [data-part=question]').nth(place);
export const pressButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
export const waitForSaved = (page: Page) =>
  page
    .locator('[data-part=save-state]:visible')
    .getByText(/^Saved \d/)
    .waitFor();

/** Answers all questions with no except the sinus infections of question 4, which require a physician. */
export async function answerWithOneYes(page: Page): Promise<void> {
  for (const number of questionNumbers) await answerQuestion(page, number, number === 4 ? 'Yes' : 'No');
  for (const place of [0, 1, 2, 3])
    await followUpQuestion(page, 4, place)
      .getByRole('radio', { name: place === 2 ? 'Yes' : 'No' })
      .check();
}

export async function drawSignature(page: Page): Promise<void> {
  const pad = page.locator('.sig-pad');
  await pad.scrollIntoViewIfNeeded();
  const { x, y } = (await pad.boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.move(x + 60, y + 80);
  await page.mouse.down();
  for (let step = 0; step < 40; step++) await page.mouse.move(x + 60 + step * 4, y + 80 + Math.sin(step / 3) * 35);
  await page.mouse.up();
}

/** The forms a guest signs after the medical questions, in order. */
export const guestForms = [
  'Statement of risks and liability',
  'Non-agency notice',
  'Safe diving practices',
  'Discover Scuba Diving statement',
] as const;
