import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { openPage, visit } from '#platform/testing/browser.ts';
import {
  fillApplication,
  instructor,
  openApplicant,
  submitApplication,
  type Applicant,
} from '#test/support/e2e/applicants.ts';
import { runSql } from '#test/support/e2e/database.ts';
import '#test/support/e2e/expect-page.ts';
import { drawSignature, waitForSaved, pressButton } from '#test/support/e2e/medical-questionnaire.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';

const listPath = '/pro/applications';
const store = 'store@demo.test';
const pathOf = (id: number) => `/applications/${id}`;
const requirement = (page: Page, name: string) =>
  page.locator('.requirement').filter({ has: page.getByText(name, { exact: true }) });
const stateOf = async (id: number) => {
  const [row] = await runSql<{ state: string }>('select state from application where id = $1', [id]);
  return row?.state;
};

/** Submitted to the demo’s instructor; complete but for the exercises. */
async function submitted(givenName: string, given: object = {}): Promise<{ applicant: Applicant; id: number }> {
  const applicant = await openApplicant(givenName);
  const id = await fillApplication(applicant, given);
  await submitApplication(applicant, id);
  return { applicant, id };
}

async function openReview(id: number, page: Page): Promise<void> {
  await visit(page, pathOf(id));
  await pressButton(page, 'Begin review');
  await page.getByRole('heading', { level: 1, name: 'One point is open' }).waitFor();
}

describe('the applications that name an instructor', () => {
  it('are found by name and narrowed, and say what is open and how long they wait', async () => {
    const { id } = await submitted('Ragnhild');
    const page = await openPage({ signedInAs: instructor.email });
    await visit(page, listPath);
    await page.getByRole('heading', { level: 1, name: /waits? for you/ }).waitFor();
    const row = page.locator('.assigned-row').filter({ hasText: 'Ragnhild Fjord' });
    await row.getByText('7 of 8 requirements met').waitFor();
    await row.getByText('Water exercises: 5 exercises to be confirmed by the instructor').waitFor();
    await row.getByText('Divemaster · Kelder Bay Diving').waitFor();
    await row.getByText('With the instructor').waitFor();
    await row.getByText(/^Waiting \d+ minutes?/).waitFor();
    await page.getByRole('link', { name: 'Done' }).click();
    await row.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'All' }).click();
    await page.getByRole('searchbox').fill('ragnhild');
    await page.waitForURL(`**${listPath}?search=ragnhild&show=all`);
    await page.getByText('1 application', { exact: true }).waitFor();
    await row.getByRole('link').click();
    await expect(page).toShow(pathOf(id), 'Ragnhild Fjord asks you to review');
    // The way back is to the list as it was.
    await page.getByRole('link', { name: 'Applications', exact: true }).click();
    await expect(page).toShow(`${listPath}?search=ragnhild&show=all`, 'Applications');
    await page.getByRole('searchbox').fill('nobody of that name');
    await page.getByRole('heading', { name: 'No match for “nobody of that name”' }).waitFor();
    await checkAppearance(page);
  });

  it('are opened and returned by the store, which sees no medical papers and signs nothing', async () => {
    const { id } = await submitted('Solveig');
    const page = await openPage({ signedInAs: store });
    await visit(page, `${listPath}?search=solveig`);
    await page.getByText(`Divemaster · ${instructor.name}`).waitFor();
    await page.getByRole('link', { name: 'Solveig Fjord' }).click();
    await expect(page).toShow(pathOf(id), 'Waiting for the instructor');
    await page.getByText('Medical: on file').waitFor();
    await page.getByText('Dive centers see whether a medical clearance is on file').waitFor();
    expect(await page.getByText('Clearance of the physician').count()).toBe(0);
    await page.getByText('4 of 5, not confirmed').first().waitFor();
    await checkAppearance(page);
    await pressButton(page, 'Begin review');
    await expect(page).toShow(pathOf(id), 'The instructor is reviewing it');
    expect(await stateOf(id)).toBe('MemberReview');
    expect(await page.getByRole('button', { name: /Sign and send/ }).count()).toBe(0);
    await page
      .getByRole('button', { name: /^Ask for a change: / })
      .first()
      .click();
    await page.locator('main textarea').first().fill('Please add where you want to teach.');
    await checkAppearance(page);
    await page.getByRole('button', { name: /^Return/ }).click();
    await expect.poll(() => stateOf(id)).toBe('Returned');
  });

  it('can be asked for again when they could not be had', async () => {
    await submitted('Bergljot');
    const page = await openPage({ signedInAs: instructor.email, expectedProblems: [/status of 503/, /^503 /] });
    await page.route('**/Applications/assigned?**', (route) =>
      route.fulfill({ status: 503, json: { errors: [{ code: 'server.failed', message: '' }] } }),
    );
    await visit(page, listPath);
    const refresh = page.getByRole('button', { name: 'Refresh' });
    await refresh.waitFor();
    await page.unroute('**/Applications/assigned?**');
    await refresh.click();
    await refresh.waitFor({ state: 'detached' });
    await page.locator('.assigned').waitFor();
    expect(await page.locator('.assigned-row').count()).toBeGreaterThan(0);
  });
});

describe('a review', () => {
  it('begins when it is said so, takes scores and a word, and ends with a signature', async () => {
    const { applicant, id } = await submitted('Ingeborg');
    const page = await openPage({ signedInAs: instructor.email });
    await visit(page, pathOf(id));
    await expect(page).toShow(pathOf(id), 'Ingeborg Fjord asks you to review');
    expect(await stateOf(id)).toBe('SubmittedToInstructor');
    await pressButton(page, 'Begin review');
    await expect(page).toShow(pathOf(id), 'One point is open');
    expect(await stateOf(id)).toBe('MemberReview');

    // What is missing is said, with a jump to it, before anything is sent.
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
    await expect(page).toShow(pathOf(id), 'Ready to sign and send');
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
    await expect(page).toShow(pathOf(id), /^At the association since /);
    await page.getByText('Tomás Reyes signed and sent it to the association').waitFor();
    expect(await page.getByRole('button', { name: 'Sign and send' }).count()).toBe(0);
    await checkAppearance(page);
    expect(await stateOf(id)).toBe('SubmittedToAssociation');

    // The list has heard of it.
    await visit(page, `${listPath}?search=ingeborg&show=at_association`);
    await page.locator('.assigned-row').filter({ hasText: applicant.name }).getByText('At the association').waitFor();
  });

  it('says exactly what is open where the server knows better', async () => {
    const { applicant, id } = await submitted('Sigrid');
    const page = await openPage({ signedInAs: instructor.email, expectedProblems: [/status of 422/] });
    await openReview(id, page);
    await pressButton(page, 'Confirm all 5');
    await page.getByRole('heading', { level: 1, name: 'Ready to sign and send' }).waitFor();
    await waitForSaved(page);
    // In that moment three dives go.
    await page.route('**/submit-to-association', async (route) => {
      await runSql(
        `delete from dive_log where id in
           (select id from dive_log where affiliate_id = $1 and status = 'Logged' limit 3)`,
        [applicant.affiliateId],
      );
      await route.continue();
    });
    await drawSignature(page);
    await page.getByRole('checkbox', { name: /I have reviewed this application/ }).check();
    await pressButton(page, 'Sign and send');
    await page.getByRole('alert').getByText('Something is still missing.').waitFor();
    await requirement(page, 'Logged dives').getByText('1 more dive needed: 59 of 60').waitFor();
    await page.getByText('Before you can send it:').waitFor();
    expect(await stateOf(id)).toBe('MemberReview');
  });

  it('goes back with reasons at their fields, which a closed tab does not lose', async () => {
    const { applicant, id } = await submitted('Thora');
    const page = await openPage({ signedInAs: instructor.email });
    await openReview(id, page);
    await pressButton(page, 'Ask for a change: Medical clearance');
    const reason = page.getByLabel('What should change? Medical clearance');
    await expect.poll(() => reason.evaluate((area) => area === document.activeElement)).toBe(true);
    await pressButton(page, 'Ask for a change: Teaching address');
    await pressButton(page, 'Return to Thora Fjord');
    await page.getByText('Say what should change, or take it back.').first().waitFor();
    await checkAppearance(page);
    await reason.fill('The stamp cannot be read.');
    await page.getByRole('button', { name: 'Take back: Teaching address' }).click();
    await page.getByLabel('A note to Thora Fjord').fill('Nearly there.');
    await page.reload();
    await page.getByText('One change is asked for').waitFor();
    expect(await reason.inputValue()).toBe('The stamp cannot be read.');
    await pressButton(page, 'Return to Thora Fjord');
    await expect(page).toShow(pathOf(id), 'Back with Thora Fjord');
    await requirement(page, 'Medical clearance').getByText('The stamp cannot be read.').waitFor();
    await page.getByText('Nearly there.').waitFor();
    await checkAppearance(page);

    // Submitted again, it says what was asked for.
    await submitApplication(applicant, id);
    await visit(page, pathOf(id));
    await page.getByText('Asked for last time: The stamp cannot be read.').waitFor();
  });

  it('shows a copy beside the requirements, and on a phone below', async () => {
    const { id } = await submitted('Eira');
    const page = await openPage({ signedInAs: instructor.email });
    await visit(page, pathOf(id));
    const copy = page.getByRole('button', { name: /^Clearance\.pdf/ });
    await page.locator('.copy-pane').getByText('Choose a copy to see it here').waitFor();
    await copy.click();
    await page.locator('.copy-pane .file-view').getByText('Clearance.pdf').waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await requirement(page, 'Medical clearance').locator('.file-view').getByText('Open in a new tab').waitFor();
    await checkAppearance(page);
    // It was read once, however often it was shown.
    const readings = await runSql(
      "select 1 from audit_entry where action = 'application.proof.read' and data->>'applicationId' = $1",
      [String(id)],
    );
    expect(readings).toHaveLength(1);
  });
});

describe('in Arabic', () => {
  it('list and review stand from right to left', async () => {
    const { page, email } = await openPageAsNewUser();
    await runSql(
      `update person set affiliate_type_id = 3, member_status = 'Active', member_number = $2, language = 'ar-SA'
       where email = $1`,
      [email, 900_000 + (process.pid % 90_000)],
    );
    const { id } = await submitted('Freydis', { memberNumber: 900_000 + (process.pid % 90_000) });
    await visit(page, listPath);
    await page.locator('.assigned-row').getByText('Freydis Fjord').waitFor();
    expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl');
    await visit(page, pathOf(id));
    await page.locator('.what-next .only-wide button').click();
    await page.locator('.review-decision').waitFor();
    await checkAppearance(page);
  });
});
