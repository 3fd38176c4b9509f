import { describe, expect, it } from 'vitest';
import { openPage, visit } from '#platform/testing/browser.ts';
import { countWhenLoaded } from '#test/support/e2e/count-when-loaded.ts';
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
    await expect(page).toShow(applicationPath(id), 'Ingeborg Fjord asked you to review this application');
    expect(await stateOf(id)).toBe('SubmittedToInstructor');
    await pressButton(page, 'Start review');
    await expect(page).toShow(applicationPath(id), 'One requirement not met');
    expect(await stateOf(id)).toBe('MemberReview');

    // Missing items are listed with links before anything is sent.
    await pressButton(page, 'Sign and submit');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Water exercises');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('review-score');

    const swim = page.getByRole('group', { name: '400 m swim' });
    await swim.getByRole('radio', { name: '5' }).check();
    await page.getByText('21 points').waitFor();
    expect(await page.getByRole('checkbox', { name: 'I observed this exercise 400 m swim' }).isChecked()).toBe(true);
    await pressButton(page, 'Confirm all 4');
    await page.getByLabel('Your recommendation').fill('Calm with students and early to see trouble. ');
    await waitForSaved(page);
    await expect(page).toShow(applicationPath(id), 'Ready to sign and submit');
    await checkAppearance(page);
    await page.reload();
    await expect
      .poll(() => page.getByLabel('Your recommendation').inputValue())
      .toBe('Calm with students and early to see trouble.');

    await pressButton(page, 'Sign and submit');
    await page.getByText('Add your signature').waitFor();
    await page.getByText('Check this box to sign').waitFor();
    await drawSignature(page);
    await page.getByRole('checkbox', { name: /I have reviewed this application/ }).check();
    await pressButton(page, 'Sign and submit');
    await expect(page).toShow(applicationPath(id), /^Submitted to the association on /);
    await page.getByText('Signed and submitted to the association by Tomás Reyes').waitFor();
    expect(await countWhenLoaded(page.getByRole('button', { name: 'Sign and submit' }))).toBe(0);
    await checkAppearance(page);
    expect(await stateOf(id)).toBe('SubmittedToAssociation');

    // The list is updated.
    await visit(page, `${listPath}?search=ingeborg&show=at_association`);
    await page.getByRole('listitem').filter({ hasText: applicant.name }).getByText('Processing').waitFor();
  });
});
