import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { visit, type PageOptions } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import '#test/support/e2e/expect-page.ts';
import {
  answerQuestion,
  questionNumbers,
  answerRadio,
  drawSignature,
  followUpQuestion,
  waitForSaved,
  pressButton,
  questionRow,
} from '#test/support/e2e/medical-questionnaire.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';

const formPath = '/training/medical-form';
const state = (page: Page) => page.locator('.saved:visible');
const tick = (page: Page) => page.getByRole('checkbox', { name: /I have answered honestly/ });

async function openForm(options: PageOptions = {}) {
  const { page, email } = await openPageAsNewUser(options);
  await visit(page, formPath);
  await page.locator('.questions').waitFor();
  const id = new URL(page.url()).searchParams.get('id');
  return { page, email, id };
}

const recordsOf = (email: string) =>
  runSql<{ id: string; medical_status: string }>(
    `select id::text, medical_status from form_record
     where affiliate_id = (select affiliate_id from person where email = $1)`,
    [email],
  );

describe('an adult', () => {
  it('is told what is missing, and jumps there', async () => {
    const { page } = await openForm();
    await expect(page).toShow(new URL(page.url()).pathname + new URL(page.url()).search, 'Medical questionnaire');
    await page.getByText('Known from your birthdate: you are').waitFor();
    expect(await answerRadio(page, 2, 'No').isDisabled()).toBe(true);
    await pressButton(page, 'Submit');
    await page.getByText('Before you sign:').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('question-medical.q1');
    expect(await page.locator('.jump a').allInnerTexts()).toEqual([
      ...questionNumbers.map((number) => `Answer question ${number}`),
      'Read and tick: Medical questionnaire',
      'Your signature',
    ]);
    await answerQuestion(page, 4, 'Yes');
    await checkAppearance(page);
    await page.getByRole('link', { name: 'Answer question 9' }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('question-medical.q9');
  });

  it('draws a signature on a phone, and hears that a physician is next', async () => {
    const { page, email, id } = await openForm({ width: 390, height: 844, hasTouch: true });
    for (const number of questionNumbers) await answerQuestion(page, number, number === 4 ? 'Yes' : 'No');
    for (const place of [0, 1, 2, 3])
      await followUpQuestion(page, 4, place)
        .getByRole('radio', { name: place === 2 ? 'Yes' : 'No' })
        .check();
    await page.getByText('A physician has to see you first').waitFor();
    await page.getByText('One answer in question 4 is yes.').waitFor();
    await waitForSaved(page);
    await pressButton(page, 'Go to signature');
    await pressButton(page, 'Submit');
    await page.getByText('Sign here').waitFor();
    await page.locator('.sig-pad').click();
    await page.getByText('That is too little to be a signature.').waitFor();
    await pressButton(page, 'Clear');
    await drawSignature(page);
    await pressButton(page, 'Undo');
    await page.getByText('Sign here').waitFor();
    await drawSignature(page);
    await tick(page).check();
    await pressButton(page, 'Submit');
    await expect(page).toShow(`${formPath}?id=${id}&done=physician&packet=medical`, 'Signed. A physician is next');
    await checkAppearance(page);
    expect(await recordsOf(email)).toEqual([{ id, medical_status: 'physician' }]);
    // Loaded again it is the same page; the draft itself is gone.
    await page.reload();
    await page.getByRole('link', { name: 'To the physician’s page' }).waitFor();
  });

  it('who types another name is told so, and nothing is signed', async () => {
    const { page, email } = await openForm({ expectedProblems: [/status of 422/] });
    for (const number of questionNumbers) await answerQuestion(page, number, 'No');
    await page.getByRole('radio', { name: 'Type' }).check();
    await page.getByRole('textbox', { name: 'Your full name' }).fill('Somebody Else');
    await tick(page).check();
    await pressButton(page, 'Submit');
    await page.getByText('Type the name as it stands above: Nora Fjord').waitFor();
    expect(await recordsOf(email)).toEqual([]);
  });
});

describe('what was answered', () => {
  it('survives a lost network and a closed tab', async () => {
    const { page } = await openForm({ losesNetwork: true });
    const { context, url } = { context: page.context(), url: page.url() };
    await answerQuestion(page, 1, 'No');
    await waitForSaved(page);
    await context.setOffline(true);
    await answerQuestion(page, 3, 'No');
    await answerQuestion(page, 4, 'Yes');
    await followUpQuestion(page, 4, 1).getByRole('radio', { name: 'Yes' }).check();
    await state(page).getByText('Kept on this device. Waiting for the network').waitFor();
    await page.close();
    await context.setOffline(false);

    const next = await context.newPage();
    await visit(next, url);
    await next.getByText('Questions 1 to 3 answered: no').waitFor();
    expect(await followUpQuestion(next, 4, 1).getByRole('radio', { name: 'Yes' }).isChecked()).toBe(true);
    await waitForSaved(next);
    await next.getByRole('button', { name: 'Change' }).click();
    expect(await answerRadio(next, 3, 'No').isChecked()).toBe(true);

    // Another device has nothing of this browser.
    await next.evaluate(() => localStorage.clear());
    await next.reload();
    await next.getByText('Questions 1 to 3 answered: no').waitFor();
    expect(await followUpQuestion(next, 4, 1).getByRole('radio', { name: 'Yes' }).isChecked()).toBe(true);
  });

  it('goes out by itself when the network is back, and a box that was closed by mistake is whole again', async () => {
    const { page } = await openForm({ losesNetwork: true });
    await answerQuestion(page, 9, 'Yes');
    await followUpQuestion(page, 9, 3).getByRole('radio', { name: 'Yes' }).check();
    await waitForSaved(page);
    await page.context().setOffline(true);
    await answerQuestion(page, 9, 'No');
    await questionRow(page, 9).locator('.boxed').waitFor({ state: 'detached' });
    await state(page).getByText('Kept on this device').waitFor();
    await page.context().setOffline(false);
    await waitForSaved(page);
    await answerQuestion(page, 9, 'Yes');
    await expect.poll(() => followUpQuestion(page, 9, 3).getByRole('radio', { name: 'Yes' }).isChecked()).toBe(true);
    await waitForSaved(page);
  });

  it('survives a session that has ended', async () => {
    const { page, email } = await openForm({ expectedProblems: [/status of 401/] });
    await runSql(
      "update session set expires_at = now() - interval '1 minute' where affiliate_id = (select affiliate_id from person where email = $1)",
      [email],
    );
    let refused = 0;
    await page.route('**/api/forms/Drafts/*', (route) => {
      if (refused > 0 || route.request().method() !== 'PUT') return route.continue();
      refused += 1;
      return route.fulfill({ status: 401, json: { errors: [{ code: 'session.invalid', message: 'it ended' }] } });
    });
    await answerQuestion(page, 10, 'Yes');
    await page.waitForRequest('**/auth/start*');
    await page.locator('.questions').waitFor();
    await waitForSaved(page);
    expect(await answerRadio(page, 10, 'Yes').isChecked()).toBe(true);
  });

  it('on another device appears here', async () => {
    const { page } = await openForm();
    const other = await page.context().newPage();
    await visit(other, page.url());
    await answerQuestion(other, 5, 'Yes');
    await waitForSaved(other);
    await page.bringToFront();
    await expect.poll(() => answerRadio(page, 5, 'Yes').isChecked(), { timeout: 20_000 }).toBe(true);
  });
});
