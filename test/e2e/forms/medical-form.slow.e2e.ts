import type { Page } from 'playwright';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPage, visit } from '#platform/testing/browser.ts';
import { createApiCaller } from '#test/support/e2e/api-calls.ts';
import { runSql } from '#test/support/e2e/database.ts';
import {
  answerQuestion,
  questionNumbers,
  answerRadio,
  followUpQuestion,
  waitForSaved,
  pressButton,
  questionRow,
} from '#test/support/e2e/medical-questionnaire.ts';
import { signForms } from '#test/support/e2e/signed-forms.ts';
import { honestyCheckbox, openForm, recordsOf } from './medical-form-steps.ts';

const saveState = (page: Page) => page.locator('[data-part=save-state]:visible');

describe('adult', () => {
  it('cannot sign with another name', async () => {
    const { page, email } = await openForm({ expectedProblems: [/status of 422/] });
    for (const number of questionNumbers) await answerQuestion(page, number, 'No');
    await page.getByRole('radio', { name: 'Type' }).check();
    await page.getByRole('textbox', { name: 'Your full name' }).fill('Somebody Else');
    await honestyCheckbox(page).check();
    await pressButton(page, 'Submit');
    await page.getByText('Enter the name exactly as shown: Nora Fjord').waitFor();
    expect(await recordsOf(email)).toEqual([]);
  });
});

describe('answers', () => {
  it('survive a lost network and a closed tab', async () => {
    const { page } = await openForm({ losesNetwork: true });
    const { context, url } = { context: page.context(), url: page.url() };
    await answerQuestion(page, 1, 'No');
    await waitForSaved(page);
    await context.setOffline(true);
    await answerQuestion(page, 3, 'No');
    await answerQuestion(page, 4, 'Yes');
    await followUpQuestion(page, 4, 1).getByRole('radio', { name: 'Yes' }).check();
    await saveState(page).getByText('Offline. Saved on this device').waitFor();
    await page.close();
    await context.setOffline(false);

    const next = await context.newPage();
    await visit(next, url);
    await next.getByText('Questions 1 to 3: no').waitFor();
    expect(await followUpQuestion(next, 4, 1).getByRole('radio', { name: 'Yes' }).isChecked()).toBe(true);
    await waitForSaved(next);
    await next.getByRole('button', { name: 'Change' }).click();
    expect(await answerRadio(next, 3, 'No').isChecked()).toBe(true);

    // Another device has none of this browser's data.
    await next.evaluate(() => localStorage.clear());
    await next.reload();
    await next.getByText('Questions 1 to 3: no').waitFor();
    expect(await followUpQuestion(next, 4, 1).getByRole('radio', { name: 'Yes' }).isChecked()).toBe(true);
  });

  it('are sent when the network is back, and are restored when a question opens again', async () => {
    const { page } = await openForm({ losesNetwork: true });
    await answerQuestion(page, 9, 'Yes');
    await followUpQuestion(page, 9, 3).getByRole('radio', { name: 'Yes' }).check();
    await waitForSaved(page);
    await page.context().setOffline(true);
    await answerQuestion(page, 9, 'No');
    await questionRow(page, 9).locator('[data-part=follow-up]').waitFor({ state: 'detached' });
    await saveState(page).getByText('Offline. Saved on this device').waitFor();
    await page.context().setOffline(false);
    await waitForSaved(page);
    await answerQuestion(page, 9, 'Yes');
    await expect.poll(() => followUpQuestion(page, 9, 3).getByRole('radio', { name: 'Yes' }).isChecked()).toBe(true);
    await waitForSaved(page);
  });

  it('survive an expired session', async () => {
    const { page, email } = await openForm({ expectedProblems: [/status of 401/] });
    await runSql(
      "update session set expires_at = now() - interval '1 minute' where affiliate_id = (select affiliate_id from person where email = $1)",
      [email],
    );
    let rejectedCount = 0;
    await page.route('**/api/forms/Drafts/*', (route) => {
      if (rejectedCount > 0 || route.request().method() !== 'PUT') return route.continue();
      rejectedCount += 1;
      return route.fulfill({
        status: 401,
        json: { errors: [{ code: 'session.invalid', message: 'the session has ended' }] },
      });
    });
    await answerQuestion(page, 10, 'Yes');
    await page.waitForRequest('**/auth/start*');
    await page.locator('[data-part=questions]').waitFor();
    await waitForSaved(page);
    expect(await answerRadio(page, 10, 'Yes').isChecked()).toBe(true);
  });

  it('appear from another device', async () => {
    const { page } = await openForm();
    const other = await page.context().newPage();
    await visit(other, page.url());
    await answerQuestion(other, 5, 'Yes');
    await waitForSaved(other);
    await page.bringToFront();
    await expect.poll(() => answerRadio(page, 5, 'Yes').isChecked(), { timeout: 20_000 }).toBe(true);
  });
});

describe('child who waits for a guardian', () => {
  it('can answer again when the guardian withdraws the signatures', async () => {
    const child = await openPage({ signedInAs: 'minor@demo.test' });
    await visit(child, '/training/forms-applications');
    const id = await signForms(child, { isDrawn: true });
    const guardian = await openPage({ signedInAs: 'guardian@demo.test' });
    await visit(guardian, '/family');
    const call = await createApiCaller(guardian, 'forms');
    onTestFinished(() => call('DELETE', `Drafts/${id}`).then(() => undefined));
    const isSubscribed = child
      .waitForEvent('websocket')
      .then((socket) =>
        socket.waitForEvent('framesent', { predicate: ({ payload }) => String(payload).includes('onFormChange') }),
      );
    await visit(child, `/training/medical-form?id=${id}`);
    await isSubscribed;
    const answer = child.locator('[data-part=questions] input[type=radio]').first();
    await expect.poll(() => answer.isDisabled()).toBe(true);
    await call('POST', `Drafts/${id}/reopen`);
    // By an event: the next poll may be too late.
    await expect.poll(() => answer.isDisabled(), { timeout: 10_000 }).toBe(false);
  });
});
