import { describe, expect, it } from 'vitest';
import { visit } from '#platform/testing/browser.ts';
import { applicationPath, fillApplication, instructor, openApplicant } from '#test/support/e2e/applicants.ts';
import { runSql } from '#test/support/e2e/database.ts';
import '#test/support/e2e/expect-page.ts';
import { drawSignature, pressButton } from '#test/support/e2e/medical-questionnaire.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { listPath, section, currentPath } from './apply-steps.ts';

const stateOf = async (id: number) => {
  const [row] = await runSql<{ state: string }>('select state from application where id = $1', [id]);
  return row?.state;
};

describe('applicant', () => {
  it('starts from the list and sees met and missing requirements', async () => {
    const { page } = await openApplicant('Marit');
    await visit(page, listPath);
    await page.getByRole('button', { name: 'Start application' }).click();
    await page.waitForURL('**/applications/*');
    await expect(page).toShow(currentPath(page), 'Three things to do before you submit');
    // A single matching card is preselected.
    await section(page, 'Certifications').getByText('Advanced · Rescue').waitFor();
    await section(page, 'Dives').getByText('62 dives (40 required)').waitFor();
    await page.locator('[data-part=task-aside]').getByRole('link', { name: 'First aid and CPR' }).click();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('field-first_aid');
    await visit(page, listPath);
    await page.getByText('3 items missing').waitFor();
  });

  it('jumps to missing fields, signs, submits once and can withdraw until review', async () => {
    const applicant = await openApplicant('Frida', { expectedProblems: [/status of 422/, /503/] });
    const id = await fillApplication(applicant);
    const { page, name } = applicant;
    await visit(page, applicationPath(id));
    await expect(page).toShow(currentPath(page), 'Ready to sign and submit');
    await pressButton(page, 'Sign and submit');
    await page.getByText('Add your signature', { exact: true }).waitFor();
    await page.getByRole('radio', { name: 'Type' }).check();
    await page.getByLabel('Your full name').fill('Somebody Else');
    await page.getByLabel('My answers are true and complete').check();
    await pressButton(page, 'Sign and submit');
    await page.getByText(`Enter the name exactly as shown: ${name}`).waitFor();
    await page.getByRole('radio', { name: 'Draw' }).check();
    await drawSignature(page);
    let attempts = 0;
    await page.route('**/submit-to-member', (route) =>
      attempts++ === 0
        ? route.fetch().then(() => route.fulfill({ status: 503, json: { errors: [] } }))
        : route.continue(),
    );
    await pressButton(page, 'Sign and submit');
    await expect(page).toShow(currentPath(page), `Submitted to ${instructor.name} (today)`);
    const [steps] = await runSql<{ count: number }>(
      "select count(*)::int as count from application_step where application_id = $1 and action = 'submit'",
      [id],
    );
    expect(steps?.count).toBe(1);
    await checkAppearance(page);
    await pressButton(page, 'Withdraw application');
    await expect(page).toShow(currentPath(page), 'Ready to sign and submit');
    expect(await stateOf(id)).toBe('Draft');
  });
});

describe('other applicants', () => {
  it('discards a draft and restores it', async () => {
    const applicant = await openApplicant('Embla', { width: 390, height: 844 });
    await fillApplication(applicant);
    const { page } = applicant;
    await visit(page, listPath);
    await page.getByRole('button', { name: 'Delete application: Divemaster' }).click();
    await page.getByRole('button', { name: 'Start application' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.waitForURL('**/applications/*');
    await expect(page).toShow(currentPath(page), 'Ready to sign and submit');
  });
});
