import { describe, expect, it } from 'vitest';
import '#test/support/e2e/expect-page.ts';
import {
  answerQuestion,
  questionNumbers,
  answerRadio,
  drawSignature,
  followUpQuestion,
  waitForSaved,
  pressButton,
} from '#test/support/e2e/medical-questionnaire.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { formPath, honestyCheckbox, openForm, recordsOf } from './medical-form-steps.ts';

describe('adult', () => {
  it('sees missing answers and jumps to them', async () => {
    const { page } = await openForm();
    await expect(page).toShow(new URL(page.url()).pathname + new URL(page.url()).search, 'Medical questionnaire');
    await page.getByText('From your birthdate: you’re').waitFor();
    expect(await answerRadio(page, 2, 'No').isDisabled()).toBe(true);
    await pressButton(page, 'Submit');
    await page.getByText('Before you sign:').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('question-medical.q1');
    expect(await page.locator('[data-part=missing] a').allInnerTexts()).toEqual([
      ...questionNumbers.map((number) => `Answer question ${number}`),
      'Read and check the box: Medical questionnaire',
      'Add your signature',
    ]);
    await answerQuestion(page, 4, 'Yes');
    await page.getByRole('link', { name: 'Answer question 9' }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('question-medical.q9');
  });

  it('signs by drawing on a phone and sees that a physician is next', async () => {
    const { page, email, id } = await openForm({ width: 390, height: 844, hasTouch: true });
    for (const number of questionNumbers) await answerQuestion(page, number, number === 4 ? 'Yes' : 'No');
    for (const index of [0, 1, 2, 3])
      await followUpQuestion(page, 4, index)
        .getByRole('radio', { name: index === 2 ? 'Yes' : 'No' })
        .check();
    await page.getByText('You need a physician’s clearance before you dive').waitFor();
    await page.getByText('There’s a “yes” answer in question 4.').waitFor();
    await waitForSaved(page);
    await pressButton(page, 'Continue to signature');
    await pressButton(page, 'Submit');
    await page.getByText('Sign here').waitFor();
    await page.locator('.sig-pad').click();
    await page.getByText('That’s too short for a signature.').waitFor();
    await pressButton(page, 'Clear');
    await drawSignature(page);
    await pressButton(page, 'Undo');
    await page.getByText('Sign here').waitFor();
    await drawSignature(page);
    await honestyCheckbox(page).check();
    await pressButton(page, 'Submit');
    await expect(page).toShow(`${formPath}?id=${id}&done=physician&packet=medical`, 'Signed. Next, see a physician');
    await checkAppearance(page);
    expect(await recordsOf(email)).toEqual([{ id, medical_status: 'physician' }]);
    // A reload shows the same page although the draft was deleted.
    await page.reload();
    await page.getByRole('link', { name: 'See next steps' }).waitFor();
  });
});
