import { describe, expect, it } from 'vitest';
import { openPage, visit } from '#platform/testing/browser.ts';
import { applicationPath, instructor } from '#test/support/e2e/applicants.ts';
import '#test/support/e2e/expect-page.ts';
import { drawSignature, waitForSaved, pressButton } from '#test/support/e2e/medical-questionnaire.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { listPath, stateOf, openSubmitted } from './review-steps.ts';

describe('review', () => {
  it('starts on request, takes scores and a comment, and ends with a signature', async () => {
    const { applicant, id } = await openSubmitted('Ingeborg');
    const page = await openPage({ signedInAs: instructor.email });
    await visit(page, applicationPath(id));
    await expect(page).toShow(applicationPath(id), 'Ingeborg Fjord asks you to review');
    expect(await stateOf(id)).toBe('SubmittedToInstructor');
    await pressButton(page, 'Begin review');
    await expect(page).toShow(applicationPath(id), 'One point is open');
    expect(await stateOf(id)).toBe('MemberReview');

    // Missing items are listed with links before anything is sent.
    await pressButton(page, 'Sign and send');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Water exercises');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('review-score');

    const swim = page.getByRole('group', { name: '400 m swim' });
    await swim.getByRole('radio', { name: '5' }).check();
    await page.getByText('21 points').waitFor();
    expect(await page.getByRole('checkbox', { name: 'I have seen it 400 m swim' }).isChecked()).toBe(true);
    await pressButton(page, 'Confirm all 4');
    await page.getByLabel('What the association should know').fill('Calm with students and early to see trouble. ');
    await waitForSaved(page);
    await expect(page).toShow(applicationPath(id), 'Ready to sign and send');
    await checkAppearance(page);
    await page.reload();
    await expect
      .poll(() => page.getByLabel('What the association should know').inputValue())
      .toBe('Calm with students and early to see trouble.');

    await pressButton(page, 'Sign and send');
    await page.getByText('Sign here').waitFor();
    await page.getByText('Tick this to sign').waitFor();
    await drawSignature(page);
    await page.getByRole('checkbox', { name: /I have reviewed this application/ }).check();
    await pressButton(page, 'Sign and send');
    await expect(page).toShow(applicationPath(id), /^At the association since /);
    await page.getByText('Tomás Reyes signed and sent it to the association').waitFor();
    expect(await page.getByRole('button', { name: 'Sign and send' }).count()).toBe(0);
    await checkAppearance(page);
    expect(await stateOf(id)).toBe('SubmittedToAssociation');

    // The list is updated.
    await visit(page, `${listPath}?search=ingeborg&show=at_association`);
    await page.getByRole('listitem').filter({ hasText: applicant.name }).getByText('At the association').waitFor();
  });
});
